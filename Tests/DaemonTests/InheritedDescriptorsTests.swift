import BrightnessEventLoop
import Glibc
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct InheritedDescriptorsTests {
  @Test func `the descriptor named varlink listens, the others are stored connections`() throws {
    let row = try Row(5, at: Row.first)

    var inherited = try row.inherited(["a", "varlink", "b", "a", "c"])
    let listeners = [closed(inherited.takeListener()), closed(inherited.takeListener())]
    let stored = [closed(inherited.take("a")), closed(inherited.take("a")), closed(inherited.take("a"))]

    #expect(listeners == [row.numbers[1], nil])
    #expect(stored == [row.numbers[0], row.numbers[3], nil])
    #expect(inherited.storedNames == ["b", "c"])
  }

  @Test func `the descriptor named udev receives device events`() throws {
    let row = try Row(3, at: Row.first + 70)

    var inherited = try row.inherited(["varlink", "udev", "a"])
    let events = [closed(inherited.takeEvents()), closed(inherited.takeEvents())]

    #expect(events == [row.numbers[1], nil])
    #expect(inherited.storedNames == ["a"])
  }

  @Test func `passed descriptors are closed on exec`() throws {
    let row = try Row(2, at: Row.first + 10)

    let inherited = try row.inherited(["varlink", "a"])

    #expect(fcntl(row.numbers[0], F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(row.numbers[1], F_GETFD) == FD_CLOEXEC)
    #expect(inherited.storedNames == ["a"])
  }

  @Test func `unused descriptors are closed`() throws {
    let row = try Row(2, at: Row.first + 20)

    _ = try row.inherited(["varlink", "a"])

    #expect(fcntl(row.numbers[0], F_GETFD) == -1)
    #expect(fcntl(row.numbers[1], F_GETFD) == -1)
  }

  @Test func `a single listening socket is used under any name`() throws {
    let folder = try TemporaryFolder()
    let address = try #require(UnixAddress("\(folder.path)/socket"))
    let socket = try Descriptor.unixStream()
    let number = socket.number
    try systemCall("bind", address.path) { address.withKernelForm { bind(number, $0, $1) } }
    try systemCall("listen on", address.path) { listen(number, 1) }
    try place(socket, at: Row.first + 30)

    var inherited = try Row.inherited(["brightnessd.socket"], at: Row.first + 30)
    let listener = closed(inherited.takeListener())

    #expect(listener == Row.first + 30)
  }

  @Test func `a single connection is not a listening socket`() throws {
    let socket = try Descriptor.unixStream()
    try place(socket, at: Row.first + 40)

    var inherited = try Row.inherited(["session-7"], at: Row.first + 40)
    let listener = closed(inherited.takeListener())

    #expect(listener == nil)
    #expect(inherited.storedNames == ["session-7"])
  }

  @Test func `two listening sockets are an error`() throws {
    let row = try Row(2, at: Row.first + 50)

    let error = #expect(throws: DaemonError.self) { _ = try row.inherited(["varlink", "varlink"]) }
    for number in row.numbers { close(number) }

    #expect(error?.description == "cannot inherit 'varlink': 2 descriptors have that name")
  }

  @Test func `a descriptor that is not open is an error`() throws {
    let error = #expect(throws: DaemonError.self) { _ = try Row.inherited(["varlink"], at: Row.first + 60) }

    #expect(error?.description == "cannot inherit 'descriptor \(Row.first + 60)': bad file descriptor")
  }

  @Test(arguments: [
    ([:], []),
    (["LISTEN_FDS": "1"], []),
    (["LISTEN_FDS": "1", "LISTEN_PID": "78"], []),
    (["LISTEN_FDS": "0", "LISTEN_PID": "77"], []),
    (["LISTEN_FDS": "2", "LISTEN_PID": "77"], ["unknown", "unknown"]),
    (["LISTEN_FDS": "2", "LISTEN_PID": "77", "LISTEN_FDNAMES": "a:b"], ["a", "b"]),
    (["LISTEN_FDS": "2", "LISTEN_PID": "77", "LISTEN_FDNAMES": ":b"], ["", "b"]),
  ])
  func `descriptors for another process are ignored`(variables: [String: String], names: [String]) throws {
    #expect(try ServiceEnvironment(variables).inheritedNames(for: 77) == names)
  }

  @Test(arguments: [
    (["LISTEN_FDS": "1", "LISTEN_PID": "me"], "'LISTEN_PID=me': expected the number of a process"),
    (["LISTEN_FDS": "-1", "LISTEN_PID": "77"], "'LISTEN_FDS=-1': expected a number from 0 to 65536"),
    (["LISTEN_FDS": "65537", "LISTEN_PID": "77"], "'LISTEN_FDS=65537': expected a number from 0 to 65536"),
    (["LISTEN_FDS": "1", "LISTEN_PID": "77", "LISTEN_FDNAMES": "a:b"], "'LISTEN_FDNAMES=a:b': expected 1 names"),
  ])
  func `a malformed variable is an error`(variables: [String: String], sentence: String) {
    let error = #expect(throws: SupervisionError.self) { try ServiceEnvironment(variables).inheritedNames(for: 77) }

    #expect(error?.description == "cannot use \(sentence)")
  }

  @Test func `the variables are removed from the environment`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      setenv("LISTEN_FDS", "2", 1)
      setenv("NOTIFY_SOCKET", "/x", 1)

      let environment = ServiceEnvironment.taken()

      precondition(environment["LISTEN_FDS"] == "2" && environment["NOTIFY_SOCKET"] == "/x")
      precondition(getenv("LISTEN_FDS") == nil && getenv("NOTIFY_SOCKET") == nil)
      precondition(ServiceEnvironment.taken() == ServiceEnvironment())
      exit(0)
    }
  }
}

/// The number that a descriptor had, which is closed now.
private func closed(_ descriptor: consuming Descriptor?) -> CInt? { descriptor?.number }

/// Gives the open file a second, unused number.
private func place(_ descriptor: borrowing Descriptor, at number: CInt) throws {
  let placed = fcntl(descriptor.number, F_DUPFD, number)
  try #require(placed == number)
}

/// Descriptors with numbers that follow each other, as systemd leaves them.
private struct Row {
  /// Near the highest number that this process may use, where no test that runs beside this one
  /// gets a descriptor.
  static let first: CInt = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return CInt(min(limit.rlim_cur, 65536)) - 100
  }()

  let numbers: [CInt]

  init(_ count: CInt, at first: CInt) throws {
    numbers = Array(first..<(first + count))
    let null = try Descriptor(opening: "/dev/null", O_RDONLY)
    for number in numbers { try place(null, at: number) }
  }

  func inherited(_ names: [String]) throws -> InheritedDescriptors { try Self.inherited(names, at: numbers[0]) }

  static func inherited(_ names: [String], at first: CInt) throws -> InheritedDescriptors {
    let variables = [
      "LISTEN_PID": "77", "LISTEN_FDS": "\(names.count)", "LISTEN_FDNAMES": names.joined(separator: ":"),
    ]
    return try InheritedDescriptors(ServiceEnvironment(variables), process: 77, from: first)
  }
}
