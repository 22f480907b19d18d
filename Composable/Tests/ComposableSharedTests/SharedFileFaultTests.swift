import ComposableCore
import ComposableTesting
import Synchronization
import Testing

@testable import ComposableShared

@Suite(.dependencies) struct SharedFileFaultTests {
  private let machine = Machine()

  private func failOperations(_ fails: Bool) {
    machine.content.withLock { $0.failing = fails ? 40 : 0 }
  }

  private var file: [UInt8]? { machine.crashed()[machine.path] }

  @Test func `a write that failed is reported once, and tried again until it succeeds`() {
    let issues = withIssues {
      let store = Writer(machine)
      store.process.finish()
      store.change(to: 5)
      failOperations(true)
      for _ in 1...10 { _ = store.isAtWork() }
      #expect(file == nil)

      failOperations(false)
      store.process.finish()
      #expect(file == numbered(5))

      store.change(to: 6)
      failOperations(true)
      for _ in 1...10 { _ = store.isAtWork() }
      failOperations(false)
      store.process.finish()
      #expect(file == numbered(6))
    }

    #expect(issues.map { $0.message.hasPrefix("The shared value of 'file /home/shared.txt'") } == [true, true])
  }

  @Test func `a save that failed says so, and is tried again`() {
    let store = Writer(machine)
    store.process.finish()
    store.change(to: 5)
    failOperations(true)
    store.reference.save { result in
      #expect(throws: Machine.Failure.self) { try result.get() }
    }
    store.process.step(0)
    failOperations(false)
    store.process.finish()

    #expect(file == numbered(5))
  }

  @Test func `a value that cannot be encoded is reported once, and written when it is another`() {
    let issues = withIssues {
      let store = Writer(machine)
      store.process.finish()
      store.change(to: -1)
      store.process.finish()
      store.change(to: 5)
      store.process.finish()
    }

    #expect(issues.count == 1)
    #expect(file == numbered(5))
  }

  @Test func `a file that another program deletes is written again`() {
    let store = Writer(machine)
    store.change(to: 5)
    store.process.finish()

    Editor(machine).deleteIfIdle()
    #expect(file == nil)
    store.process.finish()

    #expect(file == numbered(5))
  }

  @Test func `a file that is deleted and made anew by another program is read, not written`() {
    let store = Writer(machine)
    store.change(to: 5)
    store.process.finish()
    let editor = Editor(machine)

    editor.deleteIfIdle()
    while store.process.step(2) || store.process.step(0) {}
    editor.replaceIfIdle()
    store.process.finish()

    #expect(store.reference.value == 1)
    #expect(file == numbered(1))
  }

  @Test func `a save writes a value that no file has: the default, and one whose file was deleted unnoticed`() {
    let store = Writer(machine)
    store.process.finish()
    #expect(file == nil)

    store.save()
    store.process.step(0)
    #expect(file == numbered(0))

    Editor(machine).deleteIfIdle()
    store.save()
    store.process.step(0)
    #expect(file == numbered(0))
  }

  @Test func `a save replaces a file that cannot be understood`() {
    let issues = withIssues {
      try? Process(machine).replace(machine.path, with: [0])
      let store = Writer(machine)
      store.process.finish()
      #expect(file == [0])

      store.save()
      store.process.finish()
      #expect(file == numbered(0))
    }
    #expect(!issues.isEmpty)
  }

  @Test(arguments: ["/home/./shared.txt", "/home//shared.txt", "//home/shared.txt", "/./home/shared.txt/"])
  func `two spellings of a path are one value`(path: String) {
    let storage = SharedStorage(disk: Process(machine))
    let location = CodeLocation(fileID: #fileID, line: #line)
    let references = [machine.path, path].map { path in
      storage.reference(of: .file(path, coder: numberCoder), at: location) { 0 }
    }
    #expect(references[0] === references[1])
  }

  @Test func `a path through a folder's parent is its own, since the folder may be a link`() {
    #expect(SharedKey<Int>.file("a/../b", coder: numberCoder).name == "file a/../b")
    #expect(SharedKey<Int>.file("./a", coder: numberCoder).name == "file a")
    #expect(SharedKey<Int>.file("/", coder: numberCoder).name == "file /")
    // A name that begins with a combining mark, which is one character with the slash before it.
    #expect(SharedKey<Int>.file("/./\u{308}a", coder: numberCoder).name == "file /\u{308}a")
  }
}
