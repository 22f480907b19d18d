/// The methods of a service, found by their full names.
///
/// Few names are equally long, so that a call finds its method by one or two comparisons, and in each process as fast: the standard
/// library's hashes are others each time, and may be unlucky.
struct MethodTable: Sendable {
  private struct Row: Sendable {
    let name: String
    let method: ServedMethod
  }

  private var rowsByLength: [[Row]] = []

  init(_ interfaces: [ServedInterface]) {
    for interface in interfaces {
      for method in interface.methods { insert(Row(name: "\(interface.name).\(method.name)", method: method)) }
    }
  }

  subscript(name: String) -> ServedMethod? {
    let length = name.utf8.count
    guard length < rowsByLength.count else { return nil }
    return rowsByLength[length].first { $0.name == name }?.method
  }

  private mutating func insert(_ row: Row) {
    let length = row.name.utf8.count
    while rowsByLength.count <= length { rowsByLength.append([]) }
    rowsByLength[length].append(row)
  }
}
