import Varlink

extension HealthInterface {
  /// Asks for all that is known.
  public struct Report: BareMethod {
    public typealias Interface = HealthInterface
    public static let method = "Report"

    public init() {}

    /// What is known, as far as the caller may know it.
    public struct Reply: ControlValue {
      public var version: String
      /// Where it finds the lights: `/sys`, unless it was told otherwise.
      public var sysfs: String
      /// Whether the caller may change lights.
      public var mayChange: Bool
      /// The group whose members may.
      public var group: String?
      public var setAside: [SetAside]
      public var debts: [Debt]
      /// Of a record that could not be trusted, and was set aside.
      public var doubt: String?
      public var complaints: [Complaint]
      public var foreignChanges: [ForeignChange]

      public init(
        version: String = Version.current,
        sysfs: String,
        mayChange: Bool,
        group: String? = nil,
        setAside: [SetAside] = [],
        debts: [Debt] = [],
        doubt: String? = nil,
        complaints: [Complaint] = [],
        foreignChanges: [ForeignChange] = []
      ) {
        self.version = version
        self.sysfs = sysfs
        self.mayChange = mayChange
        self.group = group
        self.setAside = setAside
        self.debts = debts
        self.doubt = doubt
        self.complaints = complaints
        self.foreignChanges = foreignChanges
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        version = try fields.read("version")
        sysfs = try fields.read("sysfs")
        mayChange = try fields.read("mayChange")
        group = try fields.read("group")
        setAside = try fields.read("setAside")
        debts = try fields.read("debts")
        doubt = try fields.read("doubt")
        complaints = try fields.read("complaints")
        foreignChanges = try fields.read("foreignChanges")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("version", version)
        writer.field("sysfs", sysfs)
        writer.field("mayChange", mayChange)
        writer.field("group", group)
        writer.field("setAside", setAside)
        writer.field("debts", debts)
        writer.field("doubt", doubt)
        writer.field("complaints", complaints)
        writer.field("foreignChanges", foreignChanges)
      }
    }
  }
}

extension ControlClient {
  /// What the daemon knows of its own health, and of its lights'.
  public func report() async throws(ControlError) -> HealthInterface.Report.Reply {
    try await call(HealthInterface.Report())
  }
}
