import Glibc
import Hardware

extension PlayedKernel.State {
  mutating func takeFault(_ call: PlayedKernel.Call, _ file: String) -> PlayedKernel.Fault? {
    guard let index = faults.firstIndex(where: { $0.call == call && $0.file == file }) else { return nil }
    if faults[index].passes > 0 {
      faults[index].passes -= 1
      return nil
    }
    defer {
      faults[index].times -= 1
      if faults[index].times == 0 { faults.remove(at: index) }
    }
    return faults[index].fault
  }

  mutating func countEvent() {
    eventCount = eventCount.map { $0 + 1 }
  }

  /// A backlight refuses what lies above its maximum, an LED takes its maximum instead, and 0 ends what moved it.
  mutating func writeLevel(_ text: String, of subsystem: Subsystem) -> CInt? {
    guard var wanted = Int(text) else { return EINVAL }
    if subsystem == .leds {
      wanted = min(wanted, maximum)
      if wanted == 0 { activeTrigger = "none" }
    } else {
      if wanted > maximum { return EINVAL }
      countEvent()
    }
    level = takes(wanted, level)
    return nil
  }

  mutating func writeTrigger(_ name: String) -> CInt? {
    guard name == "none" || triggers.contains(name) else { return EINVAL }
    activeTrigger = name
    return nil
  }
}
