import BrightnessModel

/// A light that has to be restored, and the base level from before it was first written for a
/// claim.
public struct PendingRestore: Hashable, Sendable {
  public var light: LightID
  /// See `LightPlace.anchor`.
  public var anchor: String
  public var kind: LightKind
  public var raw: Int
  /// The maximum of the range that `raw` belongs to.
  public var maximum: Int
  /// The base as a share; opaque text for this module.
  public var share: String
  /// Whether the user allowed the light to go below its floor.
  public var allowsOff: Bool
  public var trigger: String?
  /// A monitor shows one of these levels until another program sets it.
  public var left: [Int] = []

  public init(
    light: LightID,
    anchor: String,
    kind: LightKind,
    raw: Int,
    maximum: Int,
    share: String,
    allowsOff: Bool = false,
    trigger: String? = nil
  ) {
    self.light = light
    self.anchor = anchor
    self.kind = kind
    self.raw = raw
    self.maximum = maximum
    self.share = share
    self.allowsOff = allowsOff
    self.trigger = trigger
  }

  init(_ recorded: RecordedBase, _ kind: LightKind, of light: DiscoveredLight) {
    self.init(
      light: light.id,
      anchor: light.place.anchor,
      kind: kind,
      raw: recorded.base.setting.raw,
      maximum: recorded.range.maximum,
      share: recorded.base.setting.share.exactText,
      allowsOff: recorded.base.allowsOff
    )
  }
}

/// Assigns pending restores to lights, which may have other names than when they were recorded.
public struct RestoreMatching: Hashable, Sendable {
  public struct Match: Hashable, Sendable {
    public let restore: PendingRestore
    /// The record with the light's present name and anchor.
    public let restoreHere: PendingRestore

    public var light: LightID { restoreHere.light }
  }

  public private(set) var matches: [Match] = []
  public private(set) var unmatched: [PendingRestore]

  private var free: [DiscoveredLight]

  /// Each rule applies to what the previous ones left over, and matches only unambiguous pairs, so
  /// that the result does not depend on the order of records or lights:
  ///
  /// 1. The monitor that had this name until now.
  /// 2. The light with this name and anchor.
  /// 3. Of the kernel's lights: the only light of its subsystem with this anchor, for the only
  ///    record there: the name has changed.
  /// 4. The LED with this name and maximum, if no light has the record's anchor: the anchor has
  ///    changed. The device above a USB keyboard's LED gets a new number at every connection. A
  ///    backlight with another anchor is another light.
  public init(
    _ restores: [PendingRestore],
    among lights: [DiscoveredLight],
    formerNames: [LightID: LightID] = [:]
  ) {
    unmatched = restores
    free = lights
    match { restore, light in formerNames[light.id] == restore.light }
    match { restore, light in restore.light == light.id && restore.anchor == light.place.anchor }
    match { restore, light in restore.isRecorded(inPlaceOf: light) }
    let remaining = free
    match { restore, light in
      restore.light == light.id && light.id.subsystem == .leds && restore.maximum == light.maximum
        && !remaining.contains(where: restore.isRecorded(inPlaceOf:))
    }
  }

  /// Takes the pairs that are unambiguous on both sides.
  private mutating func match(_ fits: (PendingRestore, DiscoveredLight) -> Bool) {
    let pairs = unmatched.compactMap { restore -> Match? in
      let lights = free.filter { fits(restore, $0) }
      guard lights.count == 1, unmatched.count(where: { fits($0, lights[0]) }) == 1 else { return nil }
      var here = restore
      here.light = lights[0].id
      here.anchor = lights[0].place.anchor
      return Match(restore: restore, restoreHere: here)
    }
    matches += pairs
    unmatched.removeAll { restore in pairs.contains { $0.restore == restore } }
    free.removeAll { light in pairs.contains { $0.light == light.id } }
  }
}

extension PendingRestore {
  fileprivate func isRecorded(inPlaceOf light: DiscoveredLight) -> Bool {
    // Another monitor at the same connector is another monitor.
    self.light.subsystem == light.id.subsystem && light.monitor == nil && anchor == light.place.anchor
  }
}
