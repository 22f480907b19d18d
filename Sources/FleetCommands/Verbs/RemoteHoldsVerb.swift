import BrightnessEventLoop
import BrightnessVarlink
import CommandLines
import Commands
import Fleet

/// `holds`: who holds what, on how many devices.
struct RemoteHoldsVerb: Verb {
  static let grammar = Grammar(
    fleet: "holds",
    summary: "list the holds of all controllers",
    options: [.fleetJSON],
    details: ["Each line is a hold, with the number of devices that it is on, and what has become of it there."],
    examples: [("holds", "a table")]
  ) { RemoteHoldsVerb(configuration: $0.configuration, isJSON: $0.has(.json)) }

  let configuration: String?
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let view = try await FleetClient(configuration: configuration, on: daemon.loop).view()
    let holds = FleetHolds(view)
    try Console.print(isJSON ? [JSONLine.text(("holds", holds.all))] : holds.lines(on: Console.screen))
    return .success
  }
}

/// The holds on all devices that are online, each once.
struct FleetHolds {
  struct Hold: JSONObjectWritable {
    let session: RemoteSession
    let address: String
    let name: String?
    /// The devices that it is on, by the last event of its scene there.
    fileprivate(set) var devices: [String: [FleetName]] = [:]

    func writeFields(to writer: inout JSONWriter) {
      writer.field("controller", session.controller.description)
      writer.field("session", session.name.description)
      writer.field("address", address)
      writer.field("name", name)
      writer.field("devices", devices.mapValues { $0.map(\.description) })
    }
  }

  private struct Key: Hashable {
    let session: RemoteSession
    let address: String
  }

  let all: [Hold]

  init(_ view: FleetView) {
    var holds: [Key: Hold] = [:]
    for (device, published) in view.devices.sorted(by: { $0.key < $1.key }) where published.isOnline {
      for hold in published.holds?.remote ?? [] {
        let key = Key(session: hold.session, address: hold.address)
        let known = Hold(session: hold.session, address: hold.address, name: hold.name)
        // Before the daemon of the device has answered, there is no event.
        holds[key, default: known].devices[hold.event ?? "asked", default: []].append(device)
      }
    }
    all = holds.sorted { Self.order($0.key) < Self.order($1.key) }.map(\.value)
  }

  private static func order(_ key: Key) -> (FleetName, FleetName, String) {
    (key.session.controller, key.session.name, key.address)
  }

  func lines(on screen: Screen) -> [String] {
    if all.isEmpty { return ["no holds"] }
    let rows = all.map { hold -> [Table.Cell] in
      let states = hold.devices.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
      return [
        .text(hold.session.controller.description), .text(hold.name?.inOneLine(atMost: 200) ?? ""),
        .text(hold.address.inOneLine(atMost: 64)), .text(states.joined(separator: ", ")),
        .text(hold.session.name.description, .minor),
      ]
    }
    return Table(
      titles: ["CONTROLLER", "NAME", "ADDRESS", "DEVICES", "SESSION"],
      rows: rows,
      narrowings: [.hide("SESSION"), .cut("NAME", to: 8), .cut("DEVICES", to: 12), .cut("CONTROLLER", to: 8)]
    ).lines(on: screen)
  }
}
