import BrightnessVarlink

extension JSONObject {
  /// The object with the first field at the path replaced or removed; nil if none is there.
  func replacing(_ path: [String], with value: JSON?) -> JSONObject? {
    JSON.object(self).changing(path.dropLast()) { object in
      guard let name = path.last, object[name] != nil else { return nil }
      object[name] = value
      return object
    }
    .flatMap(\.asObject)
  }

  /// The object with a field added where there is none of this name, in the first structure at the
  /// path; nil if there is none.
  func adding(_ name: String, at path: [String], _ value: JSON) -> JSONObject? {
    JSON.object(self).changing(path) { object in
      guard object[name] == nil else { return nil }
      object[name] = value
      return object
    }
    .flatMap(\.asObject)
  }
}

extension JSON {
  fileprivate var asObject: JSONObject? { if case .object(let object) = self { object } else { nil } }

  fileprivate func changing(
    _ path: [String],
    _ change: (inout JSONObject) -> JSONObject?
  ) -> JSON? {
    switch self {
    case .array(var elements):
      for (index, element) in elements.enumerated() {
        guard let changed = element.changing(path, change) else { continue }
        elements[index] = changed
        return .array(elements)
      }
      return nil
    case .object(var object):
      guard let name = path.first else { return change(&object).map(JSON.object) }
      guard let changed = object[name]?.changing(Array(path.dropFirst()), change) else { return nil }
      object[name] = changed
      return .object(object)
    default: return nil
    }
  }
}
