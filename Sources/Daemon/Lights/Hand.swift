import Hardware

/// What lights are written and read with.
public struct Hand: Sendable {
  public var attributes: any Attributes
  /// Makes what carries out the errands of one light.
  public var errands: @Sendable () -> any Errands
  public var deadlines: Deadlines?

  public init(
    attributes: any Attributes,
    errands: @escaping @Sendable () -> any Errands,
    deadlines: Deadlines? = nil
  ) {
    self.attributes = attributes
    self.errands = errands
    self.deadlines = deadlines
  }

  /// The files of the lights, on a thread for each.
  public static func files(of origin: any LightOrigin) -> Hand {
    Hand(attributes: Sysfs(root: origin.root), errands: { ErrandThread() })
  }

  /// The same, and logind where the files may not be written.
  public static func filesOrLogind(of origin: any LightOrigin) -> Hand {
    Hand(attributes: FilesOrLogind(Sysfs(root: origin.root), else: Logind()), errands: { ErrandThread() })
  }
}
