import Testing

/// The guarantees of docs/guarantees.md, as tags of the suites that test them.
extension Tag {
  @Tag public static var pureTarget: Self
  @Tag public static var baseIsTheUsers: Self
  @Tag public static var oneEnd: Self
  @Tag public static var orderFree: Self
  @Tag public static var restoreIsRetried: Self
  @Tag public static var survivesDaemonDeath: Self
  @Tag public static var remoteHoldsEnd: Self
  @Tag public static var noUnrequestedWrites: Self
  @Tag public static var userWins: Self
  @Tag public static var nothingOverwrittenUnseen: Self
  @Tag public static var honestPercent: Self
  @Tag public static var neverBlackByAccident: Self
  @Tag public static var slowLightsAreIsolated: Self
  @Tag public static var limits: Self
  @Tag public static var idle: Self
  @Tag public static var calm: Self
}
