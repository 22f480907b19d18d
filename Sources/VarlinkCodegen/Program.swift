import CommandLines
import Glibc
import Varlink

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
