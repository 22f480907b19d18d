import BrightnessModel

/// What the core needs to know of a connected device.
public struct LightDevice: Hashable, Codable, Sendable {
  public var kind: LightKind
  /// Nil for a monitor that was not read yet.
  public var maximum: Int?
  public var scale: Scale

  public init(kind: LightKind, maximum: Int?, scale: Scale) {
    self.kind = kind
    self.maximum = maximum
    self.scale = scale
  }
}

/// The configuration of one light. A nil value is decided by the device.
public struct LightOverride: Hashable, Codable, Sendable {
  public var alias: String?
  public var floor: Share?
  public var scale: Scale?
  public var kind: LightKind?
  /// Whether the base level is written again after a monitor has forgotten it in its sleep.
  public var keepsBase: Bool?
  /// The ends of the range to use, in raw values or as shares of the light's range.
  public var least: Bound?
  public var most: Bound?
  /// Whether it may follow the light in the room; nil for yes.
  public var automatic: Bool?
  /// The curve that it follows before the user has taught it one.
  public var curve: AmbientCurve?

  public enum Bound: Hashable, Codable, Sendable {
    case raw(Int)
    case share(Share)

    fileprivate func raw(in range: LightRange) -> Int {
      switch self {
      case .raw(let raw): min(max(raw, 0), range.maximum)
      case .share(let share): range.raw(of: share)
      }
    }
  }

  public init() {}

  func kind(of device: LightDevice) -> LightKind { kind ?? device.kind }

  /// The range of a device; nil if its maximum is 0 or unknown.
  func range(of device: LightDevice) -> LightRange? {
    let scale = scale ?? device.scale
    let kind = kind(of: device)
    guard let maximum = device.maximum,
      let whole = LightRange(maximum: maximum, scale: scale, kind: kind, floor: floor)
    else { return nil }
    guard least != nil || most != nil else { return whole }
    let low = least?.raw(in: whole) ?? 0
    let high = most?.raw(in: whole) ?? maximum
    return low < high ? LightRange(maximum: maximum, scale: scale, kind: kind, floor: floor, span: low...high) : whole
  }

  /// Whether `least` and `most` leave no range, whatever the device is.
  public var hasNoRange: Bool {
    switch (least, most) {
    case (.raw(let low), .raw(let high)): low >= high
    case (.share(let low), .share(let high)): low >= high
    case (.share(.all), nil), (nil, .raw(0)), (nil, .share(.nothing)): true
    default: false
    }
  }

  /// Whether `least` and `most` leave no range on this device; its whole range is used then.
  public func hasNoRange(of device: LightDevice) -> Bool {
    (least != nil || most != nil) && device.maximum ?? 0 > 1 && range(of: device)?.span == nil
  }

  /// The range of the device with a recorded maximum.
  public func range(of device: LightDevice, maximum: Int) -> LightRange? {
    var device = device
    device.maximum = maximum
    return range(of: device)
  }
}
