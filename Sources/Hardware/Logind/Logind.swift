import BrightnessEventLoop
import BrightnessModel
import CSystemd
import Glibc
import Synchronization
import Systemd

/// Writes files, and asks logind for those that the process may not write. Every write tries the
/// file first, so that rights granted later are used.
public struct FilesOrLogind: Attributes {
  private let files: any Attributes
  private let logind: any SessionBrightness

  public init(_ files: any Attributes, else logind: any SessionBrightness) {
    self.files = files
    self.logind = logind
  }

  public func text(of file: AttributeFile) throws(LightError) -> String { try files.text(of: file) }

  public func newestEvent() -> UInt64? { files.newestEvent() }

  public func forJob(writing level: AttributeFile) -> any Attributes {
    FilesOrLogind(files.forJob(writing: level), else: logind)
  }

  public func write(_ text: String, to file: AttributeFile) throws(LightError) {
    do throws(LightError) {
      try files.write(text, to: file)
    } catch {
      guard error.isMissingRight else { throw error }
      guard let light = LightID(ofLevelIn: file), let raw = UInt32(text) else { throw .beyondLogind(path: file.path) }
      // 0 would end the trigger of an LED, which logind cannot start again.
      if light.subsystem == .leds, raw == 0, let name = (try? files.text(of: file.sibling("trigger")))?.activeTrigger {
        throw .wouldEndTrigger(path: file.path, name)
      }
      try set(light, to: raw, at: file)
    }
  }

  private func set(_ light: LightID, to raw: UInt32, at file: AttributeFile) throws(LightError) {
    do throws(LogindError) {
      try logind.set(light, to: raw)
    } catch {
      // logind does not forward the kernel's error code; a level above the maximum has to be
      // recognized here.
      if error.mayHaveWritten, let maximum = try? files.number(of: file.sibling("max_brightness")), raw > maximum {
        throw .refused(SystemError("write", file.path, ErrorCode(rawValue: EINVAL)))
      }
      throw .byLogind(path: file.path, error)
    }
  }
}

extension LightID {
  /// The light of a `brightness` file; nil for any other file.
  fileprivate init?(ofLevelIn file: AttributeFile) {
    guard file.path.lastPathComponent == "brightness" else { return nil }
    let folder = file.path.parent
    self.init("\(folder.parent.lastPathComponent)/\(folder.lastPathComponent)")
  }
}

extension AttributeFile {
  fileprivate func sibling(_ name: String) -> AttributeFile {
    AttributeFile(path: "\(path.parent)/\(name)")
  }
}

/// Sets levels on behalf of a session's user, who may not write the files.
public protocol SessionBrightness: Sendable {
  /// Returns when the driver has answered.
  func set(_ light: LightID, to raw: UInt32) throws(LogindError)
}

/// logind, called over the system bus.
///
/// The library is loaded and the bus connected at the first call. A connection serves one call at a
/// time, so that concurrent writes of several lights do not wait for each other; one connection is
/// kept for later calls.
public final class Logind: SessionBrightness {
  private let spare = Mutex<SystemBus?>(nil)

  public init() {}

  public func set(_ light: LightID, to raw: UInt32) throws(LogindError) {
    // The bus may have closed a kept connection meanwhile; then a new one is tried once.
    if let bus = spare.withLock({ $0.take() }), try set(light, to: raw, over: bus) { return }
    guard try set(light, to: raw, over: .opened()) else { throw .failed("the bus hung up") }
  }

  /// False if the bus closed the connection.
  private func set(_ light: LightID, to raw: UInt32, over bus: consuming SystemBus) throws(LogindError) -> Bool {
    guard let answer = bus.setBrightness(of: light, to: raw) else { return false }
    var bus = Optional(bus)
    spare.withLock { spare in
      if spare == nil { spare = bus.take() }
    }
    try answer.get()
    return true
  }
}

extension SystemBus {
  /// The limit for connecting and for each call.
  private static let timeout = Duration.seconds(5)

  fileprivate static func opened() throws(LogindError) -> SystemBus {
    let library = try converting({ LogindError.noLibrary($0.reason) }) { () throws(NoLibrary) in try SystemdLibrary() }
    return try converting({ LogindError.absent("\($0.code)") }) { () throws(SystemError) in
      let bus = try SystemBus(library, timeout: timeout)
      try bus.waitForWelcome(atMost: timeout)
      return bus
    }
  }

  /// Calls `SetBrightness` of the user's session and waits for the answer; nil if the bus closed
  /// the connection.
  fileprivate func setBrightness(of light: LightID, to raw: UInt32) -> Result<Void, LogindError>? {
    let call = function("sd_bus_call_method", as: UnsafeMutableRawPointer.self)
    var error = sd_bus_error()
    defer { function("sd_bus_error_free", as: free_bus_error.self)(&error) }
    let code = set_brightness_over_bus(call, pointer, &error, light.subsystem.rawValue, light.name, raw)
    if code >= 0 { return .success(()) }
    if [ECONNRESET, ENOTCONN, EPIPE].contains(-code) { return nil }
    let name = error.name.map { String(cString: $0) } ?? ""
    let message = error.message.map { String(cString: $0) } ?? "\(ErrorCode(rawValue: -code))"
    return .failure(LogindError(name, message))
  }
}
