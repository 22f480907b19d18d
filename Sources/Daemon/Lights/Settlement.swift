import EventLoop
import Glibc
import Hardware

/// Pays what is recorded as owed, once: for a machine whose daemon will not come back.
public enum Settlement {
  /// Brings back the lights that can be, and gives a sentence for each debt that is left. Waits for a daemon that still keeps
  /// the record to end.
  public static func pay(
    recordedIn state: String,
    lightsOf origin: any LightOrigin,
    settings: LightSettings = LightSettings(),
    overrides: [Hardware.LightID: LightOverride] = [:],
    hand: Hand? = nil
  ) throws -> [String] {
    // Where nothing was ever recorded no folder is made for it.
    guard access(state, F_OK) == 0 || errno != ENOENT else { return [] }
    let records = try DebtFile.open(state, waiting: true)
    // Whoever could go on with them will not come.
    try SessionShelf.clear(beside: records)
    let loop = try EventLoop()
    let keeper = LightKeeper(
      origin,
      on: loop,
      records: records,
      settings: settings,
      overrides: overrides,
      hand: hand
    ) { _ in }
    try keeper.assumeIsolated { keeper in
      try keeper.begin()
      keeper.settle { _ in loop.stop() }
    }
    loop.run()
    let doubt = records.doubt.map { "\($0)" }
    return [doubt].compactMap(\.self)
      + records.debts.map { debt in
        let trouble = keeper.assumeIsolated { $0.trouble(of: debt.light.inMind) }
        return "cannot settle '\(debt.light)': \((trouble ?? .away).reason)"
      }
  }
}
