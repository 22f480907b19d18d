import Brightness
import EventLoop

/// Who sits at the machine.
extension BrightnessDaemon {
  /// Learns who is at the seat, and from now on when that changes.
  func followSeat() {
    guard let seatFile else { return }
    do throws(SystemError) {
      let watch = try loop.onChange(at: seatFile.name, in: seatFile.folder) { [weak self] in
        self?.assumeIsolated { $0.heedSeat() }
      }
      seatWatch = KeptWatch(watch)
    } catch {
      log(.warning, "\(error); who is at the seat is learned when somebody changes a light", kind: "seat")
    }
    readSeat()
  }

  private func heedSeat() {
    readSeat()
    // Also where another session of the same user is active now.
    keeper.assumeIsolated { $0.tryForSession() }
  }

  /// What is written there counts, also before the news of it has come.
  func readSeat() {
    guard let seat = seatFile?.read(), seat != store.state.seat else { return }
    store.send(.seatChanged(seat))
  }
}
