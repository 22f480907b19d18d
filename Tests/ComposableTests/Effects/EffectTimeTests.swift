@testable import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectTimeTests {
  private struct Refusal: Error, Equatable {
    let reason: String
  }

  private struct Feature: Reducer {
    enum Action: Equatable, Sendable {
      case listen
      case stop
      case ask(Int)
      case heard(Int)
      case answered(Result<Int, Refusal>)
    }

    enum ID: Hashable { case listening }

    let news: AsyncStream<Int>

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .listen:
        return .run { [news] send in for await number in news { await send(.heard(number)) } }
          .cancellable(id: ID.listening)
      case .stop: return .cancel(id: ID.listening)
      case .ask(let number):
        return .run { send in
          await send(.answered(number > 0 ? .success(number) : .failure(Refusal(reason: "not positive"))))
        }
      case .heard(let number), .answered(.success(let number)):
        state = number
        return .none
      case .answered(.failure): return .none
      }
    }
  }

  @Test func `effects that wake at the same time go on in the order in which they began to sleep`() {
    let probe = EffectProbe<Int>(.merge((1...20).map { .after(1, $0) }))

    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == Array(1...20))
  }

  @Test func `effects go on in the order of their times, whatever the order of their start`() {
    let probe = EffectProbe<Int>(.merge([3, 1, 2, 1].map { .after($0, $0) }))

    probe.clock.advance(by: .seconds(3))

    #expect(probe.actions == [1, 1, 2, 3])
  }

  @Test func `an effect listens to a stream until a reducer cancels it by name`() {
    let (news, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = TestStore(initialState: 0) { Feature(news: news) }
    store.send(.listen)

    for number in 1...3 {
      continuation.yield(number)
      store.receive(.heard(number)) { $0 = number }
    }
    store.send(.stop)
    continuation.yield(4)

    store.finish()
  }

  @Test func `a result that an action carries is compared by its value or its error`() {
    let store = TestStore(initialState: 0) { Feature(news: AsyncStream { nil }) }

    store.send(.ask(1))
    store.receive(.answered(.success(1))) { $0 = 1 }
    store.send(.ask(0))
    store.receive(.answered(.failure(Refusal(reason: "not positive"))))
  }

  @Test func `a result with another error than expected is reported with the difference`() {
    let issues = withIssues {
      let store = TestStore(initialState: 0) { Feature(news: AsyncStream { nil }) }
      store.send(.ask(0))
      store.receive(.answered(.failure(Refusal(reason: "too late"))))
    }

    #expect(issues.count == 1)
    #expect(issues[0].message.contains("too late"))
    #expect(issues[0].message.contains("not positive"))
  }
}
