import InterfaceChecks
import Testing
import VarlinkCodegen

@Suite struct DescriptionDamageTests {
  @Test func `a text that is cut, or lacks one of its bytes, is read or refused at a position within it`() throws {
    let text = Array(try InterfaceDescription.textWithAllConstructs().utf8)

    for place in 0..<text.count {
      expectOutcome(of: text[..<place])
      expectOutcome(of: text[..<place] + text[(place + 1)...])
    }
  }

  private func expectOutcome(of bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      _ = try InterfaceDescription(text)
    } catch {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard error.line <= lines.count, error.column <= lines[error.line - 1].unicodeScalars.count + 1 else {
        Issue.record("line \(error.line), column \(error.column) is not in \(text)")
        return
      }
    }
  }
}
