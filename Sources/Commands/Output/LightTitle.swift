import ControlAPI

/// Names of lights for people: a monitor's id has its maker's code and serial number, which nobody knows it by.
extension Light {
  /// A monitor by its connector and model, as `DP-1 (DELL U2720Q)`; another light by its kernel name.
  var title: String {
    guard let connector else { return kernelName }
    return model.map { "\(connector) (\($0))" } ?? connector
  }

  /// The id and what people know a monitor by, as `ddc/DEL-a0b1-777 (DELL U2720Q at DP-1)`.
  var fullTitle: String {
    let names = [model, connector].compactMap(\.self).joined(separator: " at ")
    return names.isEmpty ? id : "\(id) (\(names))"
  }

  /// Whether it can be named so, apart from its id and its kind.
  func isNamed(_ name: String) -> Bool { [kernelName, alias, connector].contains(name) }
}
