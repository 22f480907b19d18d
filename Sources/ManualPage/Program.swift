import Glibc

/// Prints a manual page: `make manual` runs it.
@main
struct Program {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 3, let page = Page(rawValue: words[1]) else {
      let usage = Array("usage: ManualPage PROGRAM DATE > docs/man/PROGRAM.1\n".utf8)
      _ = write(STDERR_FILENO, usage, usage.count)
      exit(2)
    }
    print(page.text(of: words[2]))
  }
}
