import EventLoop
import Glibc
import Testing

@Suite struct CertificationTests {
  @Test func `a server of ours certifies a client of ours`() throws {
    let place = try SocketPlace()
    let certification = try Program.fixture("Certification")
    var server = try Program([certification, "server", place.path])
    try server.wait(for: "ready")

    var client = try Program([certification, "client", place.path])

    #expect(try client.waitForEnd() == "certified\n")
    try server.wait(for: "closed: the peer has finished")
  }

  @Test func `a server of ours certifies the client of PyPI's varlink`() throws {
    let place = try SocketPlace()
    var server = try Program([try Program.fixture("Certification"), "server", place.path])
    try server.wait(for: "ready")

    var client = try Program(try python("--client", place))

    #expect(try client.waitForEnd().hasSuffix("Certification passed\n"))
  }

  @Test func `the server of PyPI's varlink certifies a client of ours`() throws {
    let place = try SocketPlace()
    var server = try Program(try python(nil, place))
    try server.wait(for: "Listening on")

    var client = try Program([try Program.fixture("Certification"), "client", "unix:\(place.path)"])

    #expect(try client.waitForEnd() == "certified\n")
  }

  private func python(_ option: String?, _ place: SocketPlace) throws -> [String] {
    let package = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let python = "\(package)/.build/python/bin/python"
    try #require(access(python, X_OK) == 0, "cannot find '\(python)': run Scripts/setup")
    let words = [python, "-u", "-m", "varlink.tests.test_certification"]
    return words + (option.map { [$0] } ?? []) + ["--varlink=unix:\(place.path)"]
  }
}
