import BrightnessEventLoop
import BrightnessVarlink
import Synchronization

/// An interface with a method for each way to answer.
final class TestInterface: Sendable {
  static let name = "org.example.Test"

  private let kept = Mutex<[Call]>([])

  /// Calls of `Keep` that wait for an answer, the oldest first.
  var calls: [Call] { kept.withLock { $0 } }

  private let pages = Mutex(0)

  /// How many replies of 60,000 bytes the last call of `Pages` got.
  var pageCount: Int { pages.withLock { $0 } }

  @Sendable private func page(_ call: Call) {
    let number = pages.withLock { pages in
      pages += 1
      return pages
    }
    if number == 20 { return call.reply(Word(text: "end")) }
    call.replyContinuing(Word(text: String(repeating: "x", count: 60_000)), resume: page)
  }

  func takeCall() -> Call? {
    kept.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func service() -> Service {
    Service(vendor: "vendor", product: "product", version: "1", url: "https://example.org", interfaces: [served()])
  }

  private func served() -> ServedInterface {
    ServedInterface(
      Self.name,
      description: "interface org.example.Test",
      [
        ServedMethod("Echo") { (call, word: Word) in call.reply(word) },
        ServedMethod("Nothing") { call in call.reply() },
        ServedMethod("Keep") { call in self.kept.withLock { $0.append(call) } },
        ServedMethod("Forget") { _ in },
        ServedMethod("Close") { call in
          call.connection.close()
          call.reply()
        },
        ServedMethod("Marked") { call in call.reply(Word(text: "\(call.connection.isMarked)")) },
        ServedMethod("Refuse") { call in call.fail(.permissionDenied) },
        ServedMethod("Count", needsMore: true) { call in
          for number in 1...2 { call.replyContinuing(Word(text: "\(number)")) }
          call.reply(Word(text: "3"))
        },
        ServedMethod("Pages", needsMore: true, page),
        ServedMethod("Fill") { (call, size: Size) in
          call.reply(Word(text: String(repeating: "x", count: size.bytes)))
        },
      ]
    )
  }
}

struct Word: JSONObjectReadable, JSONObjectWritable, Hashable {
  var text: String
}

extension Word {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    text = try fields.read("text")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("text", text)
  }
}

struct Size: JSONObjectReadable, JSONObjectWritable {
  var bytes: Int
}

extension Size {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    bytes = try fields.read("bytes")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("bytes", bytes)
  }
}

extension Connection {
  fileprivate nonisolated var isMarked: Bool {
    if let socket = try? duplicate() { socket.isMarked } else { false }
  }
}
