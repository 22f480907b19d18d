import Composable
import ComposableTesting
import Foundation
import Testing

@Suite(.dependencies) struct FileStorageTests {
  @Test func `a value has the same file by its URL and by its path`() {
    @Shared(.file("/home/ada/my settings/volume.json")) var byPath = 1
    @Shared(.fileStorage(URL(filePath: "/home/ada/my settings/volume.json"))) var byURL = 2

    #expect(byURL == 1)
    $byURL.withLock { $0 = 3 }
    #expect(byPath == 3)
  }
}
