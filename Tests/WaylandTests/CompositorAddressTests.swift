import BrightnessEventLoop
import Glibc
import Programs
import Testing

@testable import Wayland

@Suite struct CompositorAddressTests {
  @Test(
    arguments: [
      (["WAYLAND_SOCKET": "7", "WAYLAND_DISPLAY": "/a"], .passed("7")),
      (["WAYLAND_DISPLAY": "/a/b", "XDG_RUNTIME_DIR": "/run"], .path("/a/b")),
      (["WAYLAND_DISPLAY": "/a/b"], .path("/a/b")),
      (["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/1"], .path("/run/user/1/wayland-1")),
      (["XDG_RUNTIME_DIR": "/run/user/1"], .path("/run/user/1/wayland-0")),
    ] as [([String: String], CompositorAddress)]
  )
  func `the environment names the compositor`(variables: [String: String], address: CompositorAddress) throws {
    #expect(try CompositorAddress { variables[$0] } == address)
  }

  @Test(arguments: [[:], ["XDG_RUNTIME_DIR": "run"], ["WAYLAND_DISPLAY": "wayland-1"]])
  func `a name needs the folder of the user`(variables: [String: String]) {
    #expect(throws: WaylandError.unreachable(ErrorCode(rawValue: ENOENT))) {
      try CompositorAddress { variables[$0] }
    }
  }

  @Test(
    arguments: [
      (.passed("x"), EINVAL), (.passed(""), EINVAL), (.passed("-1"), EINVAL), (.passed("1000000"), EBADF),
      (.path("/nonexistent/wayland-0"), ENOENT), (.path("/" + String(repeating: "a", count: 200)), ENAMETOOLONG),
    ] as [(CompositorAddress, CInt)]
  )
  func `a compositor that cannot be reached is an error with the reason`(address: CompositorAddress, code: CInt) {
    #expect(throws: WaylandError.unreachable(ErrorCode(rawValue: code))) { _ = try address.connect() }
  }

  @Test func `a passed socket is taken, and no program that is started later has it`() throws {
    let pipe = try Pipe()
    let number = try systemCall("duplicate", "pipe") { fcntl(pipe.writing.number, F_DUPFD, 0) }
    setenv("WAYLAND_SOCKET", "\(number)", 1)

    let socket = try CompositorAddress { name in getenv(name).map { String(cString: $0) } }.connect()

    #expect(socket.number == number)
    #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
    #expect(getenv("WAYLAND_SOCKET") == nil)
  }
}
