import Testing

@testable import Hardware

@Suite struct LogindErrorTests {
  @Test(arguments: [
    ("org.freedesktop.login1.NotYourDevice", LogindError.refused("…")),
    ("org.freedesktop.DBus.Error.AccessDenied", .refused("…")),
    ("org.freedesktop.DBus.Error.UnknownObject", .refused("…")),
    ("org.freedesktop.login1.NoSessionForPID", .refused("…")),
    ("System.Error.ENODEV", .noDevice("…")),
    ("org.freedesktop.DBus.Error.FileNotFound", .noDevice("…")),
    ("System.Error.EPROTO", .failed("…")),
    ("org.freedesktop.DBus.Error.NoReply", .failed("…")),
    ("org.freedesktop.DBus.Error.Timeout", .failed("…")),
    ("", .failed("…")),
    ("org.freedesktop.DBus.Error.ServiceUnknown", .absent("…")),
    ("org.freedesktop.DBus.Error.NameHasNoOwner", .absent("…")),
    ("org.freedesktop.DBus.Error.Spawn.ChildExited", .absent("…")),
  ])
  func `a bus error is classified by its name`(name: String, error: LogindError) {
    #expect(LogindError(name, "…") == error)
  }

  @Test func `foreign text stays within its line`() {
    let error = LightError.byLogind(path: "/sys/x", .absent("gone\naway"))

    #expect("\(error)" == "cannot write '/sys/x': logind cannot be asked: gone\\naway")
  }
}
