import BrightnessEventLoop
import Glibc
import Hardware
import Synchronization

/// The files of a tree, with injected write faults, for a process that may die between two system
/// calls.
final class FaultyFiles: Attributes {
  enum Fault: Hashable, Sendable {
    case code(CInt)
    /// The driver reports an error, but the file shows the new level.
    case codeAfterTaking(CInt)
    /// The driver reports success, and nothing has changed.
    case ignored
    /// The hardware has only levels that this number divides.
    case rounded(Int)
    /// Logind refuses the write, since the session is not active at the seat.
    case inactiveSession
  }

  private struct State: Sendable {
    var faults: [String: Fault] = [:]
    var written: [String] = []
    var callsLeft = Int.max
  }

  private let files: Sysfs
  private let state = Mutex(State())

  init(root: String) {
    files = Sysfs(root: root)
  }

  /// All attempted writes of levels since the last time, as "panel 100".
  func takeWritten() -> [String] {
    state.withLock { state in
      defer { state.written = [] }
      return state.written
    }
  }

  func fail(_ light: String, _ fault: Fault?) {
    state.withLock { $0.faults[light] = fault }
  }

  /// Fails every call after this many, as if the process had died.
  func die(after calls: Int) {
    state.withLock { $0.callsLeft = calls }
  }

  var isDead: Bool { state.withLock { $0.callsLeft <= 0 } }

  /// Whether the process is alive to make this call.
  func takeCall() -> Bool {
    state.withLock { state in
      guard state.callsLeft > 0 else { return false }
      if state.callsLeft < .max { state.callsLeft -= 1 }
      return true
    }
  }

  func text(of file: AttributeFile) throws(LightError) -> String {
    guard takeCall() else { throw file.refusal(ENXIO) }
    return try files.text(of: file)
  }

  func write(_ text: String, to file: AttributeFile) throws(LightError) {
    guard takeCall() else { throw file.refusal(ENXIO) }
    let parts = file.path.split(separator: "/")
    guard parts.last == "brightness", let light = parts.dropLast().last.map(String.init) else {
      return try files.write(text, to: file)
    }
    let fault = state.withLock { state in
      state.written.append("\(light) \(text)")
      return state.faults[light]
    }
    switch fault {
    case nil: try files.write(text, to: file)
    case .ignored: break
    case .rounded(let step): try files.write("\((Int(text) ?? 0) / step * step)", to: file)
    case .code(let code): throw file.refusal(code)
    case .inactiveSession: throw .byLogind(path: file.path, .refused("Session is not in foreground, refusing."))
    case .codeAfterTaking(let code):
      try files.write(text, to: file)
      throw file.refusal(code)
    }
  }

  func newestEvent() -> UInt64? { files.newestEvent() }
}

extension AttributeFile {
  fileprivate func refusal(_ code: CInt) -> LightError {
    .refused(SystemError("write", path, ErrorCode(rawValue: code)))
  }
}
