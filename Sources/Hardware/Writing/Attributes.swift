/// How a light's files are read and written; in a test something else plays the kernel.
public protocol Attributes: Sendable {
  func text(of file: AttributeFile) throws(LightError) -> String
  func write(_ text: String, to file: AttributeFile) throws(LightError)
  /// The number of the machine's latest device event; nil where nobody counts them.
  func newestEvent() -> UInt64?
}

extension Attributes {
  func number(of file: AttributeFile) throws(LightError) -> Int {
    try file.number(in: text(of: file))
  }
}

/// The files themselves.
public struct Sysfs: Attributes {
  private let events: AttributeFile

  /// `root` is the folder that stands for `/sys`.
  public init(root: String) {
    events = AttributeFile(path: "\(root)/kernel/uevent_seqnum")
  }

  public func text(of file: AttributeFile) throws(LightError) -> String { try file.text() }

  public func write(_ text: String, to file: AttributeFile) throws(LightError) { try file.write(text) }

  public func newestEvent() -> UInt64? { (try? events.text()).flatMap(UInt64.init) }
}
