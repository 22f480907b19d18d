import CommandLines
import Glibc

/// Writes Swift for an interface description: standard input to standard output.
@main
struct Program {
  static let usage = """
    usage: VarlinkCodegen [OPTION]... < NAME.varlink > NAME.swift

    Writes the Swift types, errors, client calls and server protocol of a Varlink interface.

      --access public|package|internal  access level of the declarations (default: public)
      --prefix NAME                     first part of the names (default: the last label of the interface)
      --import MODULE                   import a module; may be repeated
      --use TYPE                        TYPE is written by hand in an extension of the interface
      --use TYPE=SWIFT                  TYPE is the Swift type SWIFT; an enumeration gets its conversion to JSON
      --durations                       an int field named 'xMilliseconds' becomes the Duration 'x'
    """

  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      var text = ""
      while let line = readLine(strippingNewline: false) { text += line }
      print(try InterfaceGenerator(text, options).file(), terminator: "")
    } catch let error as UsageError {
      fail("\(error)\n\n\(usage)", status: 2)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: CInt) -> Never {
    let line = Array("VarlinkCodegen: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}

struct Options: Hashable {
  enum Access: String, CaseIterable {
    case everywhere = "public"
    case package
    case withinModule = "internal"
  }

  /// Which Swift type to use for a described type.
  enum Use: Hashable {
    /// One that is declared by hand, in an extension of the interface.
    case declaredByHand
    /// An existing type with the same meaning.
    case existing(String)
  }

  var access = Access.everywhere
  var prefix: String?
  var imports: [String] = []
  var uses: [String: Use] = [:]
  var hasDurations = false

  init(_ words: [String]) throws(UsageError) {
    var reader = ArgumentReader(words)
    while let part = reader.next() {
      switch part {
      case .option(let option): try read(option, from: &reader)
      case .word(let word): throw .unexpectedWord(word, expected: "an option")
      case .endOfOptions: break
      }
      try reader.rejectUnreadValue()
    }
  }

  private mutating func read(_ option: String, from reader: inout ArgumentReader) throws(UsageError) {
    switch option {
    case "--access":
      let value = try reader.value("an access level")
      guard let access = Access(rawValue: value) else {
        throw .wrongValue(option, value, expected: "public, package or internal")
      }
      self.access = access
    case "--prefix": prefix = try reader.value("a name")
    case "--import": imports.append(try reader.value("a module"))
    case "--use":
      let parts = try reader.value("a type").split(separator: "=", maxSplits: 1).map(String.init)
      uses[parts[0]] = parts.count == 2 ? .existing(parts[1]) : .declaredByHand
    case "--durations": hasDurations = true
    default: throw .unknownOption(option)
    }
  }
}
