import ComposableCore

/// A collection whose elements count their comparisons.
struct CountedRows: Sendable {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    // Before the value, so that it is compared also where the value differs.
    let counted: ComparisonCounted
    var value = 0
  }

  var rows: IdentifiedArrayOf<Row> = []
  let counted: ComparisonCounted

  init(count: Int, _ counted: ComparisonCounted) {
    self.counted = counted
    for id in 0..<count { rows.append(Row(id: id, counted: counted)) }
  }
}

/// Counts in the row of a number, which it adds; a negative number removes the row, and -100
/// touches row 0.
let countedRows = Reduce<CountedRows, Int> { state, action in
  if action == -100 {
    state.rows[id: 0]?.value = 0
  } else if action < 0 {
    state.rows.remove(id: -action)
  } else {
    if !state.rows.contains(id: action) { state.rows.append(CountedRows.Row(id: action, counted: state.counted)) }
    state.rows[id: action]?.value += 1
  }
  return .none
}
