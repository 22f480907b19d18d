import Glibc
import Hardware
import HardwareTesting
import Model

/// A writer whose light's files may only be read, and the logind that writes them for it.
struct Delegated {
  let written: Written
  let logind: FakeLogind

  init(
    _ id: LightID = .panel,
    maximum: Int = 100,
    code: CInt = EACCES,
    recorded: PendingRestore? = nil,
    prepare: (FakeKernel) -> Void = { _ in }
  ) throws {
    var logind: FakeLogind?
    written = try Written(
      id,
      maximum: maximum,
      recorded: recorded,
      prepare: prepare,
      through: { kernel in
        let played = FakeLogind(kernel)
        logind = played
        return FilesOrLogind(kernel, else: played)
      }
    )
    self.logind = logind!
    for file in ["brightness", "trigger"] { kernel.fail(.openToWrite, .code(code), of: file, times: 1_000_000) }
  }

  var kernel: FakeKernel { written.kernel }

  /// The light is held at 80, above a base of 50, with an empty journal.
  static func holding(_ id: LightID = .panel, prepare: (FakeKernel) -> Void = { _ in }) throws -> Delegated {
    let delegated = try Delegated(id, prepare: prepare)
    delegated.written.request(.level(80, record: .of(id), expected: 50))
    delegated.written.clearJournal()
    return delegated
  }
}
