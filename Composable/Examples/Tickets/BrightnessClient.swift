import ComposableCore

/// Access to the brightness of the screen.
public struct BrightnessClient: Sendable {
  public var setToMaximum: @Sendable () -> Void
  public var reset: @Sendable () -> Void

  public init(setToMaximum: @escaping @Sendable () -> Void, reset: @escaping @Sendable () -> Void) {
    self.setToMaximum = setToMaximum
    self.reset = reset
  }

  /// A client of one panel.
  public init(_ panel: Panel) {
    self.init(setToMaximum: { panel.take(.setToMaximum) }, reset: { panel.take(.reset) })
  }
}

extension BrightnessClient: DependencyKey {
  public static let liveValue = BrightnessClient(Panel.main)

  public static var testValue: BrightnessClient {
    BrightnessClient(
      setToMaximum: unimplemented("BrightnessClient.setToMaximum"),
      reset: unimplemented("BrightnessClient.reset")
    )
  }
}

extension DependencyValues {
  public var brightness: BrightnessClient {
    get { self[BrightnessClient.self] }
    set { self[BrightnessClient.self] = newValue }
  }
}
