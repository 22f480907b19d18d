import EventLoop
import Glibc
import Model

/// Writes files, and asks logind for those that the process may not write. Every write tries the file first, so that
/// rights granted later are used.
public struct FilesOrLogind: Attributes {
  private let files: any Attributes
  private let logind: any SessionBrightness

  public init(_ files: any Attributes, else logind: any SessionBrightness) {
    (self.files, self.logind) = (files, logind)
  }

  public func text(of file: AttributeFile) throws(LightError) -> String { try files.text(of: file) }

  public func newestEvent() -> UInt64? { files.newestEvent() }

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
      // logind does not forward the kernel's error code; a level above the maximum has to be recognized here.
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
