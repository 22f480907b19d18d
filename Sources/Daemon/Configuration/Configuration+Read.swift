/// What came of reading the configuration files.
public struct ConfigurationReading: Hashable, Sendable {
  /// All that could be understood.
  public let configuration: Configuration
  /// In the order in which the files are read.
  public let complaints: [Complaint]

  public var isValid: Bool { !complaints.contains(where: \.isError) }

  init(_ files: [ConfigurationFile]) {
    var reader = ConfigurationReader()
    for file in files { reader.read(file) }
    reader.finish()
    configuration = reader.configuration
    complaints = reader.complaints
  }

  public init(_ places: ConfigurationPlaces) {
    self.init(places.read())
  }
}

/// The configuration in force.
public struct CurrentConfiguration: Sendable {
  public private(set) var configuration: Configuration
  /// What the last reading found.
  public private(set) var complaints: [Complaint]
  private let places: ConfigurationPlaces

  /// At the start all that can be understood counts.
  public init(_ places: ConfigurationPlaces) {
    let reading = ConfigurationReading(places)
    self.places = places
    configuration = reading.configuration
    complaints = reading.complaints
  }

  /// Reads the files again, and gives whether they are followed: where one has an error, all stays as it was.
  public mutating func reload() -> Bool {
    let reading = ConfigurationReading(places)
    complaints = reading.complaints
    if reading.isValid { configuration = reading.configuration }
    return reading.isValid
  }
}
