import BrightnessEventLoop
import CMosquitto
import Glibc

/// Why there is no connection, or no longer one; the wording of every case is in `description`.
public enum MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host's name has no address, or no name server has answered.
  case unknownHost(String)
  case unreachable(ErrorCode)
  /// A file of certificates or of a key cannot be read.
  case unreadable(SystemError)
  /// No encrypted connection was possible. The reason is the library's.
  case notEncrypted(String)
  case refused(Refusal)
  /// The broker has closed the connection without a reason.
  case closed
  /// The broker has not answered for as long as `keepAlive`.
  case silent
  /// Another client has connected under the same name.
  case takenOver
  /// The broker is being stopped.
  case stopping
  case endedByBroker(reason: Int32)
  /// The broker sent bytes that are not MQTT.
  case malformed
  case failed(ErrorCode)
  case unexpected(code: Int32)

  /// Why a broker does not accept a client.
  public enum Refusal: Hashable, Sendable {
    case version, name, unavailable, credentials, right, ban, other(Int32)
  }

  public var description: String {
    switch self {
    case .unknownHost(let host): "the name '\(host)' has no address"
    case .unreachable(let code): "the broker cannot be reached: \(code)"
    case .unreadable(let error): "\(error)"
    case .notEncrypted(let reason): "no encrypted connection to the broker: \(reason)"
    case .refused(let refusal): "the broker refuses this client: \(refusal)"
    case .closed: "the broker has closed the connection"
    case .silent: "the broker does not answer"
    case .takenOver: "another client has connected to the broker under the same name"
    case .stopping: "the broker is being stopped"
    case .endedByBroker(let reason): "the broker has ended the connection (reason \(reason))"
    case .malformed: "the broker sent bytes that are not MQTT"
    case .failed(let code): "the connection to the broker failed: \(code)"
    case .unexpected(let code): "the connection to the broker failed (error \(code) of libmosquitto)"
    }
  }

  /// Whether the same attempt will fail again until a person changes something.
  public var needsAPerson: Bool {
    switch self {
    case .unreadable, .notEncrypted, .takenOver: true
    case .refused(let refusal): refusal != .unavailable
    default: false
    }
  }
}

extension MQTTError.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .version: "it does not know this version of MQTT"
    case .name: "it does not accept its name"
    case .unavailable: "it is unavailable"
    case .credentials: "wrong user name or password"
    case .right: "it is not allowed to connect"
    case .ban: "it is banned"
    case .other(let reason): "reason \(reason)"
    }
  }

  /// What the broker's answer means. It has numbers up to 5 in version 3.1.1 of MQTT, and from 128
  /// on in version 5.
  init(answer: Int32) {
    switch answer {
    case 1, 0x84: self = .version
    case 2, 0x85: self = .name
    case 3, 0x88, 0x89: self = .unavailable
    case 4, 0x86: self = .credentials
    case 5, 0x87: self = .right
    case 0x8A: self = .ban
    default: self = .other(answer)
    }
  }
}

extension MQTTError {
  /// What a result of libmosquitto means, whose own texts are partly "Unknown error." in Debian 12.
  /// `code` is `errno` as it left it.
  init(result: mosq_err_t, host: String, code: ErrorCode) {
    switch result {
    case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: self = .unknownHost(host)
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: self = .notEncrypted("no reason was given")
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN: self = .closed
    case MOSQ_ERR_KEEPALIVE: self = .silent
    // Closing the socket may have replaced the code. EPROTO is whatever OpenSSL complains about
    // (`net__handle_ssl` in lib/net_mosq.c), such as an end without its goodbye.
    case MOSQ_ERR_ERRNO: self = [0, EPROTO].contains(code.rawValue) ? .closed : .failed(code)
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_OVERSIZE_PACKET,
      MOSQ_ERR_DUPLICATE_PROPERTY:
      self = .malformed
    default: self = .unexpected(code: Int32(result.rawValue))
    }
  }

  /// What the reason in the broker's DISCONNECT means.
  init(disconnect reason: Int32) {
    switch reason {
    case 0x87: self = .refused(.right)
    case 0x8B: self = .stopping
    case 0x8D: self = .silent
    case 0x8E: self = .takenOver
    default: self = .endedByBroker(reason: reason)
    }
  }
}
