import Glibc
import Programs
import Testing

@Suite struct CertificationTests {
  @Test func `this server certifies the client of PyPI's varlink`() throws {
    let place = try SocketPlace()
    let server = try Program(["Certification", "server", place.path], errors: .included)
    try server.wait(for: "ready")

    let client = try Program(try python("--client", place), errors: .included)

    #expect(try client.waitForOutput().hasSuffix("Certification passed\n"))
  }

  @Test func `the server of PyPI's varlink certifies a client of ours`() throws {
    let place = try SocketPlace()
    let server = try Program(try python(nil, place), errors: .included)
    try server.wait(for: "Listening on")

    let client = try Program(["Certification", "client", "unix:\(place.path)"], errors: .included)

    #expect(try client.waitForOutput() == "certified\n")
  }

  private func python(_ option: String?, _ place: SocketPlace) throws -> [String] {
    let package = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let python = "\(package)/.build/python/bin/python"
    try #require(access(python, X_OK) == 0, "cannot find '\(python)': run Scripts/setup")
    let words = [python, "-u", "-m", "varlink.tests.test_certification"]
    return words + (option.map { [$0] } ?? []) + ["--varlink=unix:\(place.path)"]
  }
}
