import Composable

/// A client that is made, with one endpoint left out, and called.
func macroClients() -> Figure {
  let calls = Tally()
  let figure = compare(
    "a client that is made and called",
    byHand: {
      let client = HandClient(add: { calls.add() }, price: { $0 + calls.count })
      client.add()
      consume(client.price(1))
    },
    byMacros: {
      let client = MacroClient(add: { calls.add() }, price: { $0 + calls.count })
      client.add()
      consume(client.price(1))
    }
  )
  consume(calls.count)
  return figure
}

@DependencyClient
private struct MacroClient: Sendable {
  var add: @Sendable () -> Void
  var price: @Sendable (_ count: Int) -> Int = unimplemented("Client.price", placeholder: 0)
  var pay: @Sendable (_ sum: Int) async throws -> Void
}

// Its values are those of the initializer's parameters alone, as short as it can be written.
private struct HandClient: Sendable {
  var add: @Sendable () -> Void
  var price: @Sendable (_ count: Int) -> Int
  var pay: @Sendable (_ sum: Int) async throws -> Void

  init(
    add: @escaping @Sendable () -> Void = unimplemented("Client.add"),
    price: @escaping @Sendable (_ count: Int) -> Int = unimplemented("Client.price", placeholder: 0),
    pay: @escaping @Sendable (_ sum: Int) async throws -> Void = unimplemented("Client.pay")
  ) {
    self.add = add
    self.price = price
    self.pay = pay
  }
}
