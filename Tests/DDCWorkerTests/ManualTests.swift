import Foundation
import Testing

@testable import DDCWorker

@Suite struct ManualTests {
  @Test func `the manual page has the options of the help, and no others`() throws {
    let root = #filePath.components(separatedBy: "/Tests/DDCWorkerTests/")[0]
    let page = try String(contentsOfFile: "\(root)/docs/man/brightnessd-ddc.8", encoding: .utf8)

    let listed = Set(page.matches(of: /\n\.It Fl (?:[hV] , Fl )?\\-(\w+)/).map { "--\($0.1)" })
    let helped = Set(WorkerArguments.help.matches(of: /--\w+/).map { String($0.0) })

    #expect(listed == helped)
    #expect(listed.count == 4)
  }

  @Test func `the help fits into 80 columns`() {
    #expect(WorkerArguments.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
