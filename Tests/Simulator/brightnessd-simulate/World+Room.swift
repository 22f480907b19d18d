import Glibc
import HardwareTesting
import SimulatedKernel

/// Changes of the room.
extension World {
  /// The time without suspend, in which a room is steady.
  var timeAwake: Int64 { now - kernel.pointee.suspended }

  /// Performs a step that changes the room.
  func changeRoom(_ step: Step) {
    switch step {
    case .room(let lux, let noise): room.change(to: lux, noise: noise)
    case .sensor(let fault): room.fault = fault
    case .plugSensor(let isPlugged): plugSensor(isPlugged)
    case .panelPower(let isLit): lightPanel(isLit)
    default: break
    }
    disturbRoom()
  }

  /// Levels may follow from now on.
  func disturbRoom() {
    room.disturb(at: timeAwake)
    calm = []
  }

  private func plugSensor(_ isPlugged: Bool) {
    guard isPlugged != room.isPlugged else { return }
    room.isPlugged = isPlugged
    if isPlugged { try? files.add(SimulatedRoom.sensor) } else { files.remove(SimulatedRoom.sensor) }
    tellOfSensor(isPlugged ? "add" : "remove")
  }

  func tellOfSensor(_ action: String) {
    eventNumber += 1
    events.send(FakeEvent.text(action, SimulatedRoom.sensor, ["SEQNUM=\(eventNumber)"]), to: "\(root)/.uevent")
  }

  /// Lights the panel, or not, as when the lid is closed. No event tells that.
  func lightPanel(_ isLit: Bool) {
    room.isPanelLit = isLit
    guard lights[0].isPlugged else { return }
    put(isLit ? "0\n" : "4\n", at: "\(root)/\(lights[0].device.path)/bl_power")
  }

  func repairRoom() -> Bool {
    room.fault = nil
    plugSensor(true)
    lightPanel(true)
    disturbRoom()
    return true
  }

  /// Whether the daemon has to read the sensor. While somebody uses the seat, but nobody's session
  /// is active, it does not.
  var isRoomRead: Bool {
    room.isReadable && lights[0].isPlugged && (seat.activeUser != nil || seat.listed.isEmpty)
  }
}
