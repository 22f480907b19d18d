import HardwareTesting
import SimulatedKernel

/// Events of lights.
extension World {
  /// The events of one light keep their order: behind one that is late, others are late too.
  func send(_ action: String, _ light: Int, _ more: [String] = []) {
    let text = FakeEvent.text(action, lights[light].device, more + ["SEQNUM=\(eventNumber)"])
    lights[light].events.append(text)
    switch lights[light].delay {
    case .none: deliverEvents(of: light)
    case .until: break
    case .untilNext: if lights[light].events.count > 1 { deliverEvents(of: light) }
    }
  }

  func deliverEvents(of light: Int) {
    // The daemon knows by the number that it is older than its own write; without one it may be of
    // a newer change to the same level.
    if let late = lights[light].lateChange, late > lights[light].newestWrite ?? 0 {
      repeatChange(of: light)
      lights[light].mayBeRepeated = true
    }
    if lights[light].lateChange != nil {
      lights[light].hasLateEvent = true
      noteLesson(on: light)
    }
    lights[light].lateChange = nil
    // A reading that fails is followed by a write of the level that is known.
    if lights[light].fault != nil, !lights[light].events.isEmpty { lights[light].isTouched = true }
    for event in lights[light].events { events.send(event, to: "\(root)/.uevent") }
    lights[light].events = []
    lights[light].delay = .none
  }

  func deliverDueEvents() {
    for light in lights.indices {
      if case .until(let step) = lights[light].delay, step <= next { deliverEvents(of: light) }
    }
  }

  func deliverAllEvents() {
    for light in lights.indices { deliverEvents(of: light) }
  }
}
