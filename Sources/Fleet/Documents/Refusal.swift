import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink

/// Why a message of the broker has no effect.
public enum Refusal: Error, Hashable, Sendable {
  /// A broker repeats retained messages to everyone who connects later, whatever happened since.
  case retained
  /// The configuration does not accept this verb from other machines.
  case notAccepted
  case tooLong(bytes: Int, limit: Int)
  case unreadable(JSONError)
  case field(InvalidParameter)
  case lease(Duration, limit: Duration)
  case grace(Duration, lease: Duration)
  case priority(Priority, limit: Priority)
  case percent(Double)
  case scene(SessionError)
  /// The payload of a `set` is no level.
  case level(String)
  case noSuchLight(LightID)
  /// A document names its own session as the one that it replaces.
  case replacesItself
  /// The session has ended before.
  case ended
  /// The scene was ended on this device, and has not changed since.
  case withdrawn(Withdrawal)
  case tooManyHolds(limit: Int)
  case tooManyHoldsOfController(limit: Int)
  case tooManyDocuments
  /// The end of a session says neither `ended` nor `lost`.
  case end(String)
}

/// Why the daemon does not hold a scene any more, or never did.
public enum Withdrawal: Hashable, Sendable {
  /// The user, an administrator or a failure ended it.
  case cancelled
  case expired
  /// The daemon refused it, with the reason.
  case refused(String)
}

extension Refusal {
  /// Reads JSON as a value, strictly.
  static func reading<Value: JSONObjectReadable>(_ payload: [UInt8]) throws(Refusal) -> Value {
    let json = try converting({ Refusal.unreadable($0) }) { () throws(JSONError) in
      try JSON(parsing: payload, nesting: DocumentLimits.nesting)
    }
    return try converting({ Refusal.field($0) }) { () throws(InvalidParameter) in
      try Value(json: JSONInput(json))
    }
  }
}

/// The kind of a refusal, for counters: a name without what the message contained.
extension Refusal {
  public enum Kind: String, CaseIterable, Sendable {
    case retained, notAccepted, tooLong, unreadable, invalid, limits, noSuchLight, ended, withdrawn, tooManyHolds,
      tooManyDocuments
  }

  public var kind: Kind {
    switch self {
    case .retained: .retained
    case .notAccepted: .notAccepted
    case .tooLong: .tooLong
    case .unreadable: .unreadable
    case .field, .grace, .percent, .scene, .level, .replacesItself, .end: .invalid
    case .lease, .priority: .limits
    case .noSuchLight: .noSuchLight
    case .ended: .ended
    case .withdrawn: .withdrawn
    case .tooManyHolds, .tooManyHoldsOfController: .tooManyHolds
    case .tooManyDocuments: .tooManyDocuments
    }
  }
}

extension Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .retained: "it is retained: publish it without the retain flag"
    case .notAccepted: "this device does not accept it from other machines"
    case .tooLong(let bytes, let limit): "expected at most \(limit) bytes, found \(bytes)"
    case .unreadable(let error): error.description
    case .field(let error): error.field.isEmpty ? error.reason : error.description
    case .lease(let found, let limit):
      "expected a lease from \(FleetDocument.shortestLease) to \(limit), found \(found)"
    case .grace(let found, let lease): "expected a grace of at most the lease, \(lease), found \(found)"
    case .priority(let found, let limit): "expected at most the priority \(limit), found \(found)"
    case .percent(let found): "expected a percentage from 0 to 100, found \(found)"
    case .scene(let error): error.description
    case .level(let found): "expected a percentage such as 40 or 40%, found \(found.quotedInShort)"
    case .noSuchLight(let light): "there is no light \(light.description.quotedInShort)"
    case .replacesItself: "it replaces its own session"
    case .ended: "its session has ended"
    case .withdrawn(.cancelled): "it was cancelled on this device"
    case .withdrawn(.expired): "its scene has expired"
    case .withdrawn(.refused(let reason)): reason
    case .tooManyHolds(let limit): "expected at most \(limit) holds"
    case .tooManyHoldsOfController(let limit): "expected at most \(limit) holds of one controller"
    case .tooManyDocuments: "expected at most \(DocumentTraffic.aSecond) documents a second of one controller"
    case .end(let found): "expected 'ended' or 'lost', found \(found.quotedInShort)"
    }
  }
}
