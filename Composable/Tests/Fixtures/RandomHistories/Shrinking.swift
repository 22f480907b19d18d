/// A history that still fails, and of which no part can be left out.
public func shrunk<Step>(_ history: [Step], fails: ([Step]) -> Bool) -> [Step] {
  var history = history
  var length = max(1, history.count / 2)
  while true {
    let before = history.count
    var start = 0
    while start < history.count {
      let shorter = Array(history[..<start] + history.dropFirst(start + length))
      if fails(shorter) { history = shorter } else { start += length }
    }
    if length == 1, history.count == before { return history }
    length = max(1, length / 2)
  }
}
