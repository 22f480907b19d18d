import Glibc

/// Prints brightness(1): `make manual` runs it.
@main
struct Program {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      let usage = Array("usage: ManualPage DATE > docs/man/brightness.1\n".utf8)
      _ = write(STDERR_FILENO, usage, usage.count)
      exit(2)
    }
    print(Manual.text(of: CommandLine.arguments[1]))
  }
}
