/// What a light's files say about it: everything but its level.
public struct LightFacts: Hashable, Sendable {
  public var id: LightID
  public var kind: LightKind
  /// How many steps there are above 0.
  public var maximum: Int
  /// What the driver speaks to; LEDs have none.
  public var type: BacklightType?
  public var scale: LightScale
  public var place: LightPlace
  public var files: LightFiles
  /// Differs between a device and the next one that is plugged in under its name.
  public var incarnation: UInt64

  public init(
    id: LightID,
    kind: LightKind,
    maximum: Int,
    type: BacklightType?,
    scale: LightScale = .unknown,
    place: LightPlace,
    files: LightFiles,
    incarnation: UInt64 = 0
  ) {
    self.id = id
    self.kind = kind
    self.maximum = maximum
    self.type = type
    self.scale = scale
    self.place = place
    self.files = files
    self.incarnation = incarnation
  }
}

public enum LightKind: String, Hashable, Sendable, CaseIterable {
  /// Built in, shows a picture.
  case panel
  /// On a cable, shows a picture.
  case monitor
  case keyboard
  /// Any other LED that the settings name.
  case indicator
}

/// Who moves the light in the driver's name, best first.
public enum BacklightType: String, Hashable, Sendable, CaseIterable {
  case firmware
  case platform
  case raw
}

extension BacklightType: Comparable {
  public static func < (left: BacklightType, right: BacklightType) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// How raw steps relate to what an eye sees.
public enum LightScale: String, Hashable, Sendable, CaseIterable {
  /// Steps of equal power: an eye sees the lower ones as larger.
  case linear
  /// Steps that an eye sees as equal.
  case nonLinear = "non-linear"
  case unknown
}

/// The files through which a light is read and moved.
public struct LightFiles: Hashable, Sendable {
  /// The level that was asked for.
  public var brightness: AttributeFile
  /// What else moves an LED; a write of 0 to its level removes it.
  public var trigger: AttributeFile?
  /// The level that the hardware chose last; can be watched as urgent. Without it the driver cannot tell.
  public var changedByHardware: AttributeFile?

  /// The files in a light's folder, each optional one only where it is.
  public init(in folder: String) {
    func present(_ name: String) -> AttributeFile? {
      let file = AttributeFile(path: "\(folder)/\(name)")
      return file.exists ? file : nil
    }
    brightness = AttributeFile(path: "\(folder)/brightness")
    trigger = present("trigger")
    changedByHardware = present("brightness_hw_changed")
  }
}
