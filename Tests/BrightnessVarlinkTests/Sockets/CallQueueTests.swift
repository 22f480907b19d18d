import Glibc
import Testing

@testable import BrightnessVarlink

@Suite struct CallQueueTests {
  private var queue = CallQueue<String>()

  @Test mutating func `connections of a user are served in the order in which they came`() {
    for name in ["a", "b", "c"] { queue.append(name, of: 1) }
    #expect(queue.next() == "a")
    queue.append("a", of: 1)

    #expect(served(4) == ["b", "c", "a", nil])
    #expect(queue.isEmpty)
  }

  @Test mutating func `users take turns by the time that their calls take`() {
    for number in 1...6 { queue.append("slow \(number)", of: 1) }
    for number in 1...6 { queue.append("fast \(number)", of: 2) }

    let order = served(12, time: ["slow": .milliseconds(3), "fast": .milliseconds(1)])

    #expect(
      order.compactMap { $0?.prefix(4) } == [
        "slow", "fast", "fast", "fast", "slow", "fast", "fast", "fast", "slow", "slow", "slow", "slow",
      ]
    )
  }

  @Test mutating func `a call of another user waits for one call of a user who floods`() {
    for number in 1...1000 { queue.append("flood \(number)", of: 1) }
    _ = served(500, time: ["flood": .milliseconds(1)])

    queue.append("call", of: 2)

    #expect(queue.next() == "call")
  }

  @Test mutating func `a user who was idle has saved up no time`() {
    queue.append("early", of: 2)
    _ = served(1, time: ["early": .milliseconds(1)])
    for number in 1...100 { queue.append("flood \(number)", of: 1) }
    _ = served(50, time: ["flood": .milliseconds(1)])

    var order: [String?] = []
    for number in 1...10 {
      queue.append("late \(number)", of: 2)
      order += served(1, time: ["late": .milliseconds(1), "flood": .milliseconds(1)])
    }

    #expect(order.count { $0?.hasPrefix("late") == true } <= 6)
  }

  @Test mutating func `a user who calls again and again without a queue does not starve others`() {
    for number in 1...10 { queue.append("other \(number)", of: 2) }
    var others = 0

    for number in 1...20 {
      queue.append("call \(number)", of: 1)
      while let name = queue.next() {
        queue.charge(.milliseconds(1), to: name.hasPrefix("call") ? 1 : 2)
        if name.hasPrefix("call") { break }
        others += 1
      }
    }

    #expect(others == 10)
  }

  private mutating func served(_ count: Int, time: [String: Duration] = [:]) -> [String?] {
    (0..<count).map { _ in
      let name = queue.next()
      if let name, let time = time.first(where: { name.hasPrefix($0.key) })?.value {
        queue.charge(time, to: ["flood", "slow"].contains { name.hasPrefix($0) } ? 1 : 2)
      }
      return name
    }
  }
}

@Suite struct CallLanesTests {
  private var lanes = CallLanes<String>()

  @Test mutating func `a privileged user waits for one call, however many users flood`() {
    flood(from: 1000)
    var waits: [Int] = []

    for _ in 1...20 {
      lanes.append("privileged", of: 0, isPrivileged: true)
      waits.append(served { $0 == "privileged" })
    }

    #expect(waits.allSatisfy { $0 <= 1 })
  }

  @Test mutating func `a privileged user who floods takes half of the time`() {
    flood(from: 2)
    for _ in 1...100 { lanes.append("privileged", of: 0, isPrivileged: true) }
    var served = 0

    for _ in 1...100 where next(taking: .milliseconds(1)) == "privileged" { served += 1 }

    #expect(served == 50)
  }

  @Test mutating func `time that was not used is not saved up`() {
    flood(from: 10)
    for _ in 1...50 { _ = next(taking: .milliseconds(1)) }
    for _ in 1...100 { lanes.append("privileged", of: 0, isPrivileged: true) }
    var served = 0

    for _ in 1...20 where next(taking: .milliseconds(1)) == "privileged" { served += 1 }

    #expect(served == 10)
  }

  private mutating func flood(from users: Int) {
    for user in 1...users {
      for _ in 1...100 { lanes.append("\(user)", of: uid_t(user), isPrivileged: false) }
    }
  }

  /// The number of other calls before one of these.
  private mutating func served(until isLast: (String) -> Bool) -> Int {
    var count = 0
    while let name = next(taking: .milliseconds(1)), !isLast(name) { count += 1 }
    return count
  }

  private mutating func next(taking time: Duration) -> String? {
    let name = lanes.next()
    if let name { lanes.charge(time, to: uid_t(name) ?? 0) }
    return name
  }
}

@Suite struct ByteBudgetTests {
  private var budget = ByteBudget(perUser: 100, total: 250)

  @Test mutating func `a user may exceed the limit once, and no more until bytes are sent`() {
    #expect(budget.admits(1, adding: 200))
    budget.change(1, by: 200)
    #expect(!budget.admits(1, adding: 1))

    budget.change(1, by: -150)

    #expect(budget.admits(1, adding: 200))
    #expect(budget[1] == 50)
  }

  @Test mutating func `root is not limited`() {
    budget.change(0, by: 1000)

    #expect(budget.admits(0, adding: 1000))
  }

  @Test mutating func `many users cannot have more than equal shares of the total`() {
    var sum = 0
    for user in 1...250 {
      let bytes = (1...100).last { budget.admits(uid_t(user), adding: $0) } ?? 0
      budget.change(uid_t(user), by: bytes)
      sum += bytes
    }

    #expect((1...250).allSatisfy { budget[uid_t($0)] >= 1 })
    #expect(sum < 1500)
  }

  @Test mutating func `beyond the total only users with more than an equal share are refused`() {
    for user in 1...3 { budget.change(uid_t(user), by: 80) }
    budget.change(5, by: 10)

    #expect((1...3).allSatisfy { !budget.admits(uid_t($0), adding: 1) })
    #expect(budget.admits(5, adding: 52))
    #expect(!budget.admits(5, adding: 53))
    #expect(budget.admits(6, adding: 50))
    #expect(!budget.admits(6, adding: 51))
  }
}
