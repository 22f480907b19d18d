import Brightness
import BrightnessModel
import Synchronization

/// What automatic brightness has seen and done last, for the report of a user whose screen
/// flickered hours ago. Nothing is kept of the time in which no light follows.
final class AmbientHistory: Sendable {
  /// Some hours of an ordinary day, in about 40 KB.
  static let limit = 500

  struct Entry: Hashable, Sendable {
    let moment: Moment
    let event: Event
  }

  enum Event: Hashable, Sendable {
    /// Only readings that may change something reach the core.
    case reading(Illuminance)
    /// Another event of the sensor, for people.
    case sensor(String)
    case change(LightID, FollowerChange)
  }

  /// A ring: the oldest entry is at `next` once there are `limit` of them.
  private struct Ring {
    var entries: [Entry] = []
    var next = 0
  }

  private let ring = Mutex(Ring())

  /// From the oldest to the newest.
  var entries: [Entry] { ring.withLock { Array($0.entries[$0.next...] + $0.entries[..<$0.next]) } }

  func note(_ event: SensorEvent, at now: Moment) {
    switch event {
    case .read(let light, _): note(.reading(light), at: now)
    case .found, .missing, .panelIsOff, .fails: note(.sensor(event.text), at: now)
    }
  }

  func forget() { ring.withLock { $0 = Ring() } }

  func note(_ event: Event, at now: Moment) {
    let entry = Entry(moment: now, event: event)
    ring.withLock { ring in
      if ring.entries.count < Self.limit {
        ring.entries.append(entry)
      } else {
        ring.entries[ring.next] = entry
        ring.next = (ring.next + 1) % Self.limit
      }
    }
  }
}
