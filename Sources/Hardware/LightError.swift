import EventLoop
import Glibc

/// What can go wrong with a light; the wording of every case is in `description`.
public enum LightError: Error, Hashable {
  /// The kernel refused.
  case refused(SystemError)
  /// A file holds something that its reader does not understand.
  case unexpected(path: String, found: String, wanted: String)
  /// A file holds more than an attribute can.
  case tooLong(path: String, limit: Int)
  /// A file took only the front of what was written.
  case cutShort(path: String, taken: Int, of: Int)
  /// A light took a level and still shows the one that it had.
  case notTaken(path: String, wanted: Int, shown: Int)
  /// The file may not be written, and logind did not write it either.
  case byLogind(path: String, LogindError)
  /// The file may not be written, and is none that logind writes.
  case beyondLogind(path: String)
  /// A level of 0 would end what moves an LED, which could not be begun again.
  case wouldEndTrigger(path: String, String)
  /// A path does not fit into the address of a socket.
  case pathTooLong(path: String, limit: Int)
  /// Another process listens where the events of a tree arrive.
  case inUse(path: String)
  /// Another process keeps a folder to itself.
  case kept(path: String, by: String)
  /// What is to be recorded is longer than its reader would take.
  case noRoom(path: String, limit: Int)
  /// A record that is not trusted, and was moved out of the way.
  case setAside(path: String, StateFlaw, to: String)
  /// A record that is not trusted, and could not be moved: nothing is recorded in its place.
  indirect case inTheWay(path: String, StateFlaw, LightError)

  /// Whether the light, or what belongs to it, is not there, or about to go. `ENXIO` is also what the wire to a monitor says while nobody
  /// answers: it is a reason for this only where a file is not opened.
  public var isGone: Bool {
    if case .byLogind(_, .noDevice) = self { return true }
    guard case .refused(let error) = self else { return false }
    let gone = isAtOpening ? [ENOENT, ENODEV, ENXIO, ENOTDIR] : [ENOENT, ENODEV, ENOTDIR]
    return gone.contains(error.code.rawValue)
  }

  /// Whether the process or the machine is short of something: it says nothing about the light, or about a record.
  var isShortage: Bool {
    guard case .refused(let error) = self else { return false }
    return error.code.isShortage
  }

  /// Whether the light is written for a session that is away from the seat now.
  public var isForSession: Bool {
    if case .byLogind(_, .refused) = self { true } else { false }
  }

  /// Whether the file was not there when it was to be opened.
  var isMissing: Bool {
    guard case .refused(let error) = self else { return false }
    return isAtOpening && error.code.rawValue == ENOENT
  }

  /// Whether the file was never opened.
  var isAtOpening: Bool {
    guard case .refused(let error) = self else { return false }
    return error.verb == "open"
  }

  /// Whether the driver may have seen what was written.
  var mayHaveWritten: Bool {
    switch self {
    case .byLogind(_, let error): error.mayHaveWritten
    case .beyondLogind, .wouldEndTrigger: false
    default: !isAtOpening
    }
  }

  var isBeyondLogind: Bool {
    if case .beyondLogind = self { true } else { false }
  }
}

extension LightError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .unexpected(let path, let found, let wanted):
      "cannot read '\(path)': it holds \(found.quotedInShort) and not \(wanted)"
    case .tooLong(let path, let limit): "cannot read '\(path)': it holds more than \(limit) bytes"
    case .cutShort(let path, let taken, let all): "cannot write '\(path)': it took \(taken) of \(all) bytes"
    case .notTaken(let path, let wanted, let shown):
      "cannot write '\(path)': it took \(wanted) and still shows \(shown)"
    case .byLogind(let path, let error): "cannot write '\(path)': \(error)"
    case .beyondLogind(let path): "cannot write '\(path)': logind does not write it either"
    case .wouldEndTrigger(let path, let name):
      "cannot write '\(path)': 0 would end '\(name)', which root alone can begin again"
    case .pathTooLong(let path, let limit): "cannot listen on '\(path)': the path is longer than \(limit) bytes"
    case .inUse(let path): "cannot listen on '\(path)': another process does"
    case .kept(let path, let holder): "cannot open '\(path)': \(holder) keeps it"
    case .noRoom(let path, let limit): "cannot write '\(path)': it would hold more than \(limit) bytes"
    case .setAside(let path, let flaw, let now): "cannot trust '\(path)': \(flaw); it was moved to '\(now)'"
    case .inTheWay(let path, let flaw, let error): "cannot trust '\(path)': \(flaw); \(error)"
    }
  }
}

/// The names in a folder of lights, or of what is remembered of them.
func listing(of folder: String) throws(LightError) -> [String] {
  do {
    return try Folder.names(in: folder)
  } catch {
    throw .refused(error)
  }
}

/// Makes a system call whose failure is a fact about a light.
@discardableResult
func lightCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(LightError) -> Value {
  do {
    return try systemCall(verb, object(), call)
  } catch {
    throw .refused(error)
  }
}
