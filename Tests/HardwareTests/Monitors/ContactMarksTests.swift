import BrightnessEventLoop
import HardwareTesting
import StateFiles
import Testing

@testable import Hardware

@Suite final class ContactMarksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Marks as a process of a boot with a kernel has them; each boot has a folder of its own.
  private func marks(boot: Int = 1, kernel: String = "6.1") throws -> ContactMarks {
    try ContactMarks(
      lasting: StateFolder("\(folder.path)/lasting", waiting: false),
      ofThisBoot: StateFolder("\(folder.path)/boot-\(boot)", waiting: false),
      kernel: kernel
    )
  }

  private func begin(_ marks: ContactMarks) throws { try marks.markContact(with: "DEL-a0b1") }

  private func survive(_ marks: ContactMarks) throws {
    try begin(marks)
    marks.endContact(with: "DEL-a0b1", isSurvived: true)
  }

  @Test(arguments: ["6.1", "6.2"])
  func `after a machine that ended at the first contact there is no second one`(kernel: String) throws {
    try begin(marks())

    let marks = try marks(boot: 2, kernel: kernel)
    #expect(throws: MonitorError.notContacted) { try begin(marks) }
    #expect(throws: MonitorError.notContacted) { try begin(marks) }
    try marks.markContact(with: "GSM-0001")
  }

  @Test func `a daemon that ended alone contacts it again`() throws {
    try begin(marks())

    try begin(marks())
  }

  @Test func `a daemon that ended alone does not block the monitor after an ordinary reboot`() throws {
    try begin(marks())

    _ = try marks()
    try begin(marks(boot: 2))
  }

  @Test func `a contact that ended without a message leaves no mark`() throws {
    let first = try marks()
    try begin(first)
    first.endContact(with: "DEL-a0b1", isSurvived: false)
    _ = consume first

    try begin(marks(boot: 2))
    #expect(throws: MonitorError.self) { try begin(marks(boot: 3)) }
  }

  @Test func `of two monitors of a model the one that ends does not remove the mark of the other`() throws {
    let first = try marks()
    try begin(first)
    try begin(first)
    first.endContact(with: "DEL-a0b1", isSurvived: false)
    _ = consume first

    #expect(throws: MonitorError.self) { try begin(marks(boot: 2)) }
  }

  @Test func `a contact that was survived is not marked again under that kernel`() throws {
    try survive(marks())

    try begin(marks(boot: 2))
    try begin(marks(boot: 3))
    try begin(marks(boot: 4, kernel: "6.2"))
    #expect(throws: MonitorError.self) { try begin(marks(boot: 5)) }
  }

  @Test func `the user allows a second contact`() throws {
    try begin(marks())
    #expect(try marks(boot: 2).allow("DEL-a0b1"))

    try survive(marks(boot: 2))
    #expect(try !marks(boot: 2).allow("DEL-a0b1"))
  }
}
