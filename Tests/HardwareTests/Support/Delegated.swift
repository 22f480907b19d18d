import Glibc
import Hardware
import HardwareTesting

/// A writer whose light's files may only be read, and the logind that writes them for it.
struct Delegated {
  let written: Written
  let logind: PlayedLogind

  init(
    _ id: LightID = .panel,
    maximum: Int = 100,
    code: CInt = EACCES,
    recorded: Debt? = nil,
    prepare: (PlayedKernel) -> Void = { _ in }
  ) throws {
    var logind: PlayedLogind?
    written = try Written(
      id,
      maximum: maximum,
      recorded: recorded,
      prepare: prepare,
      through: { kernel in
        let played = PlayedLogind(kernel)
        logind = played
        return FilesOrLogind(kernel, else: played)
      }
    )
    self.logind = logind!
    for file in ["brightness", "trigger"] { kernel.fail(.openToWrite, .code(code), of: file, times: 1_000_000) }
  }

  var kernel: PlayedKernel { written.kernel }

  /// The light is held at 80, above a base of 50, all of it told and forgotten.
  static func holding(_ id: LightID = .panel, prepare: (PlayedKernel) -> Void = { _ in }) throws -> Delegated {
    let delegated = try Delegated(id, prepare: prepare)
    delegated.written.order(.level(80, owed: .of(id), expecting: 50))
    delegated.written.forgetPast()
    return delegated
  }
}
