public import ComposableCore
import ComposableExtras
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of dates.
public typealias DateGenerator = Generator<Date>

/// A source of UUIDs.
public typealias UUIDGenerator = Generator<UUID>

extension DependencyValues {
  /// The date and time: `date.now`. A test has to override it.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }

  /// Makes UUIDs: `uuid()`. They are random; in a test they count up from 0.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}

extension DateGenerator {
  /// The date and time. Setting it stops the clock at that time.
  public var now: Date {
    get { self() }
    set { self = .constant(newValue) }
  }
}

extension UUIDGenerator {
  /// UUIDs that count up from 0.
  public static var incrementing: Self {
    let last = Atomic(-1)
    return Self { UUID(last.add(1, ordering: .relaxed).newValue) }
  }
}

extension UUID {
  /// A numbered UUID, for tests: `00000000-0000-0000-0000-000000000001`.
  public init(_ number: Int) {
    self.init(uuidString: UniqueID(number).description)!
  }
}

private enum DateKey: DependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
  static var testValue: DateGenerator {
    let place = DependencyComputation.location()
    let epoch = Date(timeIntervalSince1970: 0)
    return DateGenerator(unimplemented("date.now", placeholder: epoch, fileID: place.fileID, line: place.line))
  }
}

private enum UUIDKey: DependencyKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  static var testValue: UUIDGenerator { .incrementing }
}
