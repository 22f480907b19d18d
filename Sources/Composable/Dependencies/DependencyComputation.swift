/// The computation of a default, seen from inside it.
struct DependencyComputation: Sendable {
  @TaskLocal private static var current: DependencyComputation?

  private let root: DependencyRoot
  private let slot: DependencySlot
  private let task: Int?
  private let location: CodeLocation

  /// Where the read was written that asked for the default.
  static func location(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> CodeLocation {
    location(else: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  static func location(else here: CodeLocation) -> CodeLocation { current?.location ?? here }

  /// The default that waits for what is read now: a task that was started by its computation makes nobody wait.
  static func asker(in root: DependencyRoot) -> DependencySlot? {
    guard let current, current.root === root, current.task == taskIdentity else { return nil }
    return current.slot
  }

  static func run<Result>(
    _ slot: DependencySlot,
    in root: DependencyRoot,
    readAt location: CodeLocation,
    compute: () -> Result
  ) -> Result {
    let computation = DependencyComputation(root: root, slot: slot, task: taskIdentity, location: location)
    return $current.withValue(computation, operation: compute)
  }

  private static var taskIdentity: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
