import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore
import Glibc
import StateFiles

@testable import Daemon
@testable import Hardware

/// Restore records: what is accepted is to the byte what would be written. The second text gets a
/// right checksum.
let restoreRecords: FuzzTarget = { bytes in
  for text in [
    bytes, SealedText.sealed(bytes), SealedText.sealed(Array("brightnessd restore-records 1\n".utf8) + bytes),
  ] {
    guard let restores = try? RestoreRecordText.restores(in: text) else { continue }
    expect(RestoreRecordText.bytes(of: restores) == text, "\(restores) is written differently")
  }
}

/// What automatic brightness has saved: the same; the core goes on with it, and saves it unchanged.
let automaticRecords: FuzzTarget = { bytes in
  for text in [
    bytes, SealedText.sealed(bytes), SealedText.sealed(Array("brightnessd automatic 1\nambient\n".utf8) + bytes),
  ] {
    guard let record = try? AmbientRecordText.record(in: text) else { continue }
    expect(AmbientRecordText.bytes(of: record) == text, "\(record) is written differently")
    let loop = try EventLoop()
    let store = Store(initialState: Core.State(), executor: loop) {
      Core()
    } endOfTurn: {
      $0.endTurn()
    }
    store.send(.ambient(.restored(record)))
    expect(store.state.followingLights.map(\.id) == record.lights.keys.sorted(), "\(record) is lost")
    expect(store.state.result.value.ambientRecord == nil, "\(record) is saved again")
  }
}

/// Saved sessions: what is accepted is read back as it is written, and a daemon that takes it over
/// goes on and ends it.
let sessionRecords: FuzzTarget = { bytes in
  let text = SealedText(kind: "session", version: 2)
  let lines = bytes.split(separator: SealedText.newline).prefix(3).map { String(decoding: $0, as: UTF8.self) }
  for line in lines { expect((try? text.lines(in: text.bytes(of: [line]))) == [line], "'\(line)' is not read back") }
  var sessions: [SavedSession] = []
  for saved in lines.compactMap({ SavedSession(line: $0) }) {
    let line = try saved.line()
    // By their texts: the elements of a stack get other numbers each time.
    expect(try SavedSession(line: line)?.line() == line, "\(saved) changes when it is saved again")
    if !sessions.contains(where: { $0.session.id == saved.session.id }) { sessions.append(saved) }
  }
  guard !sessions.isEmpty else { return }
  let loop = try EventLoop()
  let store = Store(initialState: Core.State(), executor: loop) {
    Core()
  } withDependencies: { values, input in
    values.brightness = .live(input)
    values.clock = LoopClock(loop)
  } endOfTurn: {
    $0.endTurn()
  }
  store.send(.restored(sessions, at: Moment(.seconds(100))))
  for session in sessions { expect(store.state.sessions[id: session.session.id] != nil, "\(session) is lost") }
  store.send(.served)
  store.send(.ended(sessions.map(\.session.id)))
  expect(store.state.sessions.isEmpty, "\(store.state.sessions) are left")
  // Their effects end on the loop.
  loop.perform { loop.stop() }
  loop.run()
}

/// Recordings, which users attach to bug reports: with a header of their own, or after a right one.
let recordings: FuzzTarget = { bytes in
  let isWhole = bytes.starts(with: Array(#"{"recording""#.utf8))
  try write(isWhole ? bytes : Array("\(header)\n".utf8) + bytes, to: "\(temporary)/recording")
  _ = try Replay("\(temporary)/recording").run { _ in }
}

private let header = #"{"recording":2,"version":"0","settings":\#(settings)}"#
private let settings =
  #"{"limits":{"scenes":16,"claims":32,"bytes":1024,"userBytes":262144,"totalBytes":4194304},"overrides":[],"savesSessions":true}"#

/// A folder for the files of this process, in memory.
let temporary: String = {
  var template = Array("/dev/shm/fuzz-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { fatalError("cannot make a folder in /dev/shm") }
  return template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
}()

func write(_ bytes: [UInt8], to path: String) throws {
  let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
  try systemCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
}
