import Brightness
import BrightnessEventLoop
import BrightnessModel
import Service

/// The seat as logind describes it in a file.
///
/// The daemon reads it whenever the file changes, and once more before it judges a right to change
/// lights, because the notice of a change may be late. Each seat that is read goes to the core,
/// which decides whose claims count.
final class SeatWatch {
  private let file: SeatFile
  private let core: RunningCore
  private let log: Log
  /// Nil while the file is not watched.
  private var watch: Watch?

  init(_ file: SeatFile, _ core: RunningCore, _ log: Log) {
    self.file = file
    self.core = core
    self.log = log
  }

  /// Reads the seat now, and calls `changed` on the loop whenever its file changes.
  func follow(on loop: EventLoop, changed: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      watch = try loop.onChange(at: file.name, in: file.folder, callback: changed)
    } catch {
      log(.warning, "\(error); the seat's user is read when a client changes a light", kind: "seat")
    }
    read(isEvent: false)
  }

  /// Reads the seat. With `isEvent`, logind has reported a change, so refused writes are retried
  /// even if the users are the same.
  func read(isEvent: Bool) {
    do throws(ConfigurationFile.Flaw) {
      let seat = try file.read()
      if isEvent || seat != core.state.seat { core.handle(.seatRead(seat, isEvent: isEvent)) }
    } catch {
      log(.warning, "cannot read the seat: \(error); its users stay as they were", kind: "seat")
    }
  }
}
