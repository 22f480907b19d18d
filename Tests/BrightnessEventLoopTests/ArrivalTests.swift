import BrightnessEventLoop
import Glibc
import Programs
import Testing

@Suite struct ArrivalTests {
  private let loop: EventLoop
  private let folder: Folder
  private let log = Log(of: String.self)

  init() throws {
    loop = try EventLoop()
    folder = try Folder()
  }

  @Test func `a file that appears is reported, also in folders created later`() throws {
    let watch = try loop.onArrival(at: folder.path("a/b/file")) { log.write("arrival") }

    folder.make("a")
    loop.takeTurn()
    folder.make("a/b")
    loop.takeTurn()
    folder.touch("a/b/file")
    loop.takeTurn()

    #expect(log.entries == ["arrival", "arrival", "arrival"])
    _ = consume watch
  }

  @Test func `a folder's name may begin with a combining mark`() throws {
    let watch = try loop.onArrival(at: folder.path("\u{308}a/file")) { log.write("arrival") }

    folder.make("\u{308}a")
    loop.takeTurn()

    #expect(log.entries == ["arrival"])
    _ = consume watch
  }

  @Test func `a removed folder is watched again when it is recreated`() throws {
    folder.make("a")
    let watch = try loop.onArrival(at: folder.path("a/file")) { log.write("arrival") }

    folder.remove("a")
    loop.takeTurn()
    folder.make("a")
    loop.takeTurn()
    folder.touch("a/file")
    loop.takeTurn()

    #expect(log.entries == ["arrival", "arrival"])
    _ = consume watch
  }

  @Test func `a file that is moved to the path, or changes its mode, is reported`() throws {
    folder.touch("other")
    let watch = try loop.onArrival(at: folder.path("file")) { log.write("arrival") }

    rename(folder.path("other"), folder.path("file"))
    loop.takeTurn()
    chmod(folder.path("file"), 0o600)
    loop.takeTurn()

    #expect(log.entries == ["arrival", "arrival"])
    _ = consume watch
  }

  @Test func `onArrival does not report other names, writes and removals`() throws {
    folder.touch("file")
    let watch = try loop.onArrival(at: folder.path("file")) { log.write("arrival") }

    folder.touch("files")
    folder.touch("fil")
    folder.make("a")
    folder.touch("file")
    folder.remove("file")
    loop.takeTurn()

    #expect(log.entries == [])
    _ = consume watch
  }

  @Test func `onChange reports a file that appears, is written, replaced or removed, with its folder too`() throws {
    let watch = try loop.onChange(at: "a/file", in: folder.path("")) { log.write("change") }
    func count(_ happening: () -> Void) -> Int {
      let before = log.entries.count
      happening()
      loop.takeTurn()
      return log.entries.count - before
    }

    #expect(count { folder.make("a") } == 1)
    #expect(count { folder.touch("a/file") } == 1)
    #expect(count { folder.touch("a/file") } == 1)
    #expect(count { folder.touch("other") } == 0)
    #expect(count { rename(folder.path("other"), folder.path("a/file")) } == 1)
    #expect(count { rename(folder.path("a/file"), folder.path("other")) } == 1)
    #expect(count { rename(folder.path("other"), folder.path("a/file")) } == 1)
    #expect(count { folder.remove("a/file") } == 1)
    #expect(count { folder.remove("a") } == 1)
    #expect(count { folder.make("a") } == 1)
    #expect(count { folder.touch("a/file") } == 1)
    _ = consume watch
  }

  @Test func `below a folder that may be entered and not listed, arrivals are reported all the same`() throws {
    folder.make("a")
    folder.make("a/b")
    folder.hide("a")
    let watch = try asOrdinaryUser { try loop.onArrival(at: folder.path("a/b/file")) { log.write("arrival") } }

    folder.touch("a/b/file")
    loop.takeTurn()

    #expect(log.entries == ["arrival"])
    _ = consume watch
  }

  @Test func `the watch says whether each folder reports its changes, also one created later`() throws {
    let watch = try loop.onArrival(at: folder.path("a/b/file")) {}
    #expect(watch.seesAll == true)

    folder.make("a")
    folder.hide("a")
    asOrdinaryUser { loop.takeTurn() }
    #expect(watch.seesAll == false)

    folder.remove("a")
    folder.make("a")
    loop.takeTurn()
    #expect(watch.seesAll == true)
  }

  @Test func `onChange throws where a folder on the way cannot be watched`() throws {
    folder.make("a")
    folder.hide("a")
    let error = #expect(throws: SystemError.self) {
      try asOrdinaryUser { _ = try loop.onChange(at: "file", in: folder.path("a")) {} }
    }

    #expect(error?.description == "cannot watch '\(folder.path("a"))': permission denied")
  }
}

private final class Folder: Sendable {
  private let root: String

  init() throws {
    var template = Array("/tmp/brightnessd-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    root = template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  deinit {
    for name in ["a/b/file", "a/b", "a/file", "a", "file", "files", "fil", "other"] { Glibc.remove("\(root)/\(name)") }
    rmdir(root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func make(_ name: String) { mkdir(path(name), 0o755) }

  /// Takes away the right to list a folder, and leaves that to enter it.
  func hide(_ name: String) {
    chmod(root, 0o755)
    chmod(path(name), 0o311)
  }

  func touch(_ name: String) { close(open(path(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)) }

  func remove(_ name: String) { Glibc.remove(path(name)) }
}
