import Foundation
import Testing

@testable import brightnessd

@Suite struct ManualTests {
  @Test func `the manual page has the options of the help, and no others`() throws {
    let root = #filePath.components(separatedBy: "/Tests/brightnessdTests/")[0]
    let page = try String(contentsOfFile: "\(root)/docs/man/brightnessd.8", encoding: .utf8)

    let listed = Set(page.matches(of: /\n\.It Fl (?:[hV] , Fl )?\\-(\w+)/).map { "--\($0.1)" })
    let helped = Set(Arguments.help.matches(of: /--\w+/).map { String($0.0) })

    #expect(listed == helped)
    #expect(listed.count == 13)
  }
}
