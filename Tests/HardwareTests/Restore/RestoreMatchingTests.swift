import Guarantees
@testable import Hardware

import BrightnessModel
import HardwareTesting
import RandomHistories
import Testing

@Suite(.tags(.restoreIsRetried)) final class RestoreMatchingTests {
  private let folder: TestStateFolder

  init() throws { folder = try TestStateFolder() }

  @Test(
    arguments: [
      ("the same name in the same place", ["a@1"], ["a@1"], ["a@1 a"]),
      ("another name in the same place", ["a@1"], ["b@1"], ["a@1 b"]),
      ("the same name in another place", ["a@1"], ["a@2"], []),
      ("the light is away", ["a@1"], ["b@2"], []),
      ("nothing is restore", [], ["a@1"], []),
      ("two under new names in one place", ["a@1"], ["b@1", "c@1"], []),
      ("two restores in one place, one light under a new name", ["a@1", "b@1"], ["c@1"], []),
      ("the other one in the place is known by name", ["a@1", "b@1"], ["a@1", "c@1"], ["a@1 a", "b@1 c"]),
      ("the only one in the place owes already", ["a@1", "b@1"], ["a@1"], ["a@1 a"]),
      ("names were exchanged", ["a@1", "b@2"], ["b@1", "a@2"], ["a@1 b", "b@2 a"]),
      ("the name went to another place, which is restore to", ["a@1", "b@2"], ["a@2"], ["b@2 a"]),
      ("another class in the same place", ["a@1"], ["leds/b@1"], []),
      ("an LED in another place", ["leds/a@1"], ["leds/a@2"], ["leds/a@1 leds/a"]),
      ("an LED in another place, and something in its own", ["leds/a@1"], ["leds/a@2", "leds/b@1", "leds/c@1"], []),
      ("an LED under a new name, its old one elsewhere", ["leds/a@1"], ["leds/a@2", "leds/b@1"], ["leds/a@1 leds/b"]),
      ("an LED in another place with other steps", ["leds/a@1"], ["leds/a@2/3"], []),
      ("another range in the same place", ["a@1"], ["a@1/7"], ["a@1 a"]),
      ("a restore on each place of one name", ["a@1", "a@2"], ["a@2"], ["a@2 a"]),
    ]
  )
  func `a pending restore matches`(what: String, restores: [String], lights: [String], matches: [String]) {
    let matching = RestoreMatching(restores.map(PendingRestore.init), among: lights.map(DiscoveredLight.init))

    #expect(matching.text == matches.sorted())
    #expect(matching.matches.count + matching.unmatched.count == restores.count)
  }

  @Test(arguments: 0..<2000)
  func `the matching is one to one in every order`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let restores = some(&random).map(PendingRestore.init)
    let lights = some(&random, namesOnce: true).map(DiscoveredLight.init)

    let matching = RestoreMatching(restores, among: lights)
    let shuffled = RestoreMatching(restores.shuffled(using: &random), among: lights.shuffled(using: &random))

    #expect(Set(matching.matches.map(\.light)).count == matching.matches.count)
    #expect(Set(matching.matches.map(\.restore) + matching.unmatched) == Set(restores))
    #expect(matching.matches.count + matching.unmatched.count == restores.count)
    #expect(shuffled.text == matching.text)
  }

  @Test(arguments: 0..<500)
  func `records renamed after their lights match by name and anchor`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try folder.put(some(&random).map(PendingRestore.init))
    let lights = some(&random, namesOnce: true).map(DiscoveredLight.init)
    let file = try folder.opened()
    let matching = RestoreMatching(file.restores, among: lights)

    try file.follow(matching)

    let again = RestoreMatching(file.restores, among: lights)
    #expect(again.matches.allSatisfy { $0.restore == $0.restoreHere })
    #expect(Set(again.matches.map(\.light)).isSuperset(of: matching.matches.map(\.light)))
    #expect(file.restores.count == matching.matches.count + matching.unmatched.count)
    #expect(matching.unmatched.allSatisfy(file.restores.contains))
  }

  @Test func `lights that swapped their names keep their pending restores`() throws {
    try folder.put([PendingRestore("a@1"), PendingRestore("b@2", raw: 7)])
    let file = try folder.opened()
    let lights = ["b@1", "a@2"].map(DiscoveredLight.init)

    try file.follow(RestoreMatching(file.restores, among: lights))

    #expect(file.restores == [PendingRestore("b@1"), PendingRestore("a@2", raw: 7)])
    #expect(try folder.recorded() == file.restores)
  }

  @Test func `the record of a light that takes the name of another one replaces an older record of that name`() throws {
    try folder.put([PendingRestore("b@2", raw: 7), PendingRestore("a@1", raw: 80)])
    let file = try folder.opened()
    let (former, name) = (PendingRestore("a@1").light, PendingRestore("b@2").light)

    try file.follow(RestoreMatching(file.restores, among: [DiscoveredLight("b@2")], formerNames: [name: former]))

    #expect(file.restores == [PendingRestore("b@2", raw: 80)])
  }

  @Test func `records made after the matching stay`() throws {
    try folder.put([PendingRestore("a@1"), PendingRestore("c@3")])
    let file = try folder.opened()
    let matching = RestoreMatching(file.restores, among: ["b@1", "d@3"].map(DiscoveredLight.init))
    try file.record(PendingRestore("b@1", raw: 7))
    try file.clear(PendingRestore("c@3").light, at: PendingRestore("c@3").anchor)

    try file.follow(matching)

    #expect(file.restores == [PendingRestore("b@1", raw: 7)])
  }
}

/// Short texts for lights and pending restores: "leds/name@place/maximum", with backlights and 100
/// as defaults.
private func parts(_ words: String) -> (LightID, String, Int) {
  let (name, rest) = (words.split(separator: "@")[0], words.split(separator: "@")[1].split(separator: "/"))
  let id = LightID(String(name)) ?? LightID(.backlight, String(name))
  return (id, "/sys/\(rest[0])", rest.count > 1 ? Int(rest[1])! : 100)
}

private func some(_ random: inout SeededRandom, namesOnce: Bool = false) -> [String] {
  var seen: Set<String> = []
  return (0..<random.number(below: 6)).compactMap { _ in
    let name = random.one(of: ["a", "b", "c", "leds/a", "leds/b"])
    let words = "\(name)@\(random.one(of: [1, 2, 3]))"
    return seen.insert(namesOnce ? name : words).inserted ? words : nil
  }
}

extension PendingRestore {
  fileprivate init(_ words: String) {
    self.init(words, raw: 40)
  }

  fileprivate init(_ words: String, raw: Int) {
    let (id, anchor, maximum) = parts(words)
    self.init(light: id, anchor: anchor, kind: .panel, raw: raw, maximum: maximum, share: "0.4")
  }

  fileprivate var text: String {
    let name = light.subsystem == .leds ? "\(light)" : light.name
    return "\(name)@\(anchor.dropFirst(5))"
  }
}

extension DiscoveredLight {
  fileprivate init(_ words: String) {
    let (id, anchor, maximum) = parts(words)
    let place = LightPlace(device: "\(anchor)/\(id.name)")
    self.init(
      id: id,
      kind: .panel,
      maximum: maximum,
      type: nil,
      place: place,
      files: LightFiles(in: place.device)
    )
  }
}

extension RestoreMatching {
  fileprivate var text: [String] {
    matches.map { match in
      let light = match.light.subsystem == .leds ? "\(match.light)" : match.light.name
      return "\(match.restore.text) \(light)"
    }
    .sorted()
  }
}
