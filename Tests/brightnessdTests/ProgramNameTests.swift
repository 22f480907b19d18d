import Testing

@testable import brightnessd

@Suite struct ProgramNameTests {
  @Test(arguments: [
    ("brightnessd-ddc", Program.worker), ("/usr/libexec/brightnessd-ddc", .worker), ("./brightnessd", .daemon),
    ("/usr/bin/brightness-idle", .idle), ("brightnessd-ddc-2", .daemon),
    ("/usr/libexec/brightnessd-ddc/other", .daemon), ("", .daemon),
  ])
  func `the name by which the file was started decides, and any other name is the daemon`(
    path: String,
    program: Program
  ) {
    #expect(Program(startedAs: path) == program)
  }
}
