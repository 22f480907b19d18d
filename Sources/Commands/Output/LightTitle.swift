import BrightnessControl
import BrightnessModel

/// Names of lights for people, since nobody recognizes a monitor by the maker's code and serial
/// number in its id.
extension Light {
  /// A monitor by its connector and model, as `DP-1 (DELL U2720Q)`; another light by its kernel
  /// name.
  package var title: String {
    guard let connector else { return kernelName }
    return model.map { "\(connector) (\($0))" } ?? connector
  }

  /// The id, and for a monitor its model and connector: `ddc/DEL-a0b1-777 (DELL U2720Q at DP-1)`.
  package var fullTitle: String {
    let names = [model, connector].compactMap(\.self).joined(separator: " at ")
    return names.isEmpty ? id : "\(id) (\(names))"
  }

  /// The part of the id before the slash: the kernel's class of the device, or `ddc`.
  package var subsystem: String { String(decoding: id.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self) }

  package var kernelName: String {
    String(decoding: id.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(), as: UTF8.self)
  }

  /// Its names apart from its id and its kind.
  var names: [String] { [kernelName] + givenNames }

  /// Its names that are not part of its id.
  var givenNames: [String] { [alias, connector].compactMap(\.self) }

  package func isNamed(_ name: String) -> Bool { names.contains(name) }
}

extension [Light] {
  /// The light that a name means, or the first one of a kind, by the rule of the daemon.
  package func first(named name: String) throws(LightsError) -> Light {
    let isKind = LightsInterface.Kind(rawValue: name) != nil
    let named = filter { isKind ? $0.kind.rawValue == name : $0.isNamed(name) }
    // A full name is never ambiguous.
    guard let light = first(where: { $0.id == name }) ?? named.first else {
      throw .noSuchLight(light: name, known: map(\.id))
    }
    if !isKind, light.id != name, named.count > 1 { throw .ambiguousLight(light: name, known: named.map(\.id)) }
    return light
  }

  /// The first name in claims that belongs to no light. Kinds and ids are valid without a light.
  func unknown(_ names: [String]) -> String? {
    names.first { name in
      LightsInterface.Kind(rawValue: name) == nil && LightID(name) == nil && !contains { $0.isNamed(name) }
    }
  }
}
