import BrightnessEventLoop
import CMosquitto
import Glibc
import Synchronization

/// libmosquitto's side of one connection. One thread uses it at a time: the one that connects, and
/// then the loop's.
final class Library: Sendable {
  /// What it reports. Its callbacks run inside its calls, so they only take notes, and the loop
  /// acts on these after the call.
  enum Note: Hashable, Sendable {
    /// The broker's answer to the connection; 0 if it accepts the client.
    case answered(Int32)
    case received(MQTTMessage)
    /// The broker's answers to the filters of a subscription, each from 128 on if it was refused.
    case subscribed(number: Int32, [Int32])
    /// A message has arrived at the broker, which may not publish it.
    case delivered(number: Int32, reason: Int32)
    /// With `errno` as it was.
    case ended(Int32, ErrorCode)
  }

  private struct Notes: Sendable {
    var all: [Note] = []
    var encryption = Encryption.begins(complaint: nil)
  }

  /// Whether encryption may be why a connection ends.
  private enum Encryption {
    /// The broker has not answered. The first error that was logged says why; the later ones say
    /// less.
    case begins(complaint: String?)
    /// The broker has answered. OpenSSL also complains if the broker is killed.
    case works

    mutating func note(_ complaint: String) {
      if case .begins(nil) = self { self = .begins(complaint: complaint) }
    }
  }

  /// What the callbacks get as their data, instead of the library itself, which they would retain.
  private final class Notebook: Sendable {
    let notes = Mutex(Notes())

    func add(_ note: Note) { notes.withLock { $0.all.append(note) } }

    static func of(_ data: UnsafeMutableRawPointer?) -> Notebook? {
      data.map { Unmanaged<Notebook>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// How many messages the broker may send before it is answered, and how long each may be. None of
  /// ours is longer, and a hostile broker cannot make us keep more.
  static let mostUnanswered: Int32 = 32
  static let longestPacket: UInt32 = 16 << 10

  /// The answer to a message that nobody has asked for (version 5, section 3.4.2.1).
  static let noReader = Int32(MQTT_RC_NO_MATCHING_SUBSCRIBERS.rawValue)

  private static let isReady: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

  /// The address, because a pointer is not `Sendable`.
  private let address: UInt
  private let notebook = Notebook()
  private let settings: MQTTSettings

  init(_ settings: MQTTSettings) throws(MQTTError) {
    self.settings = settings
    guard Self.isReady,
      let pointer = mosquitto_new(settings.client, true, Unmanaged.passUnretained(notebook).toOpaque())
    else { throw .failed(.latest) }
    address = UInt(bitPattern: pointer)
    listen()
    try configure()
  }

  deinit { mosquitto_destroy(pointer) }

  private var pointer: OpaquePointer {
    guard let pointer = OpaquePointer(bitPattern: address) else { preconditionFailure("a client has an address") }
    return pointer
  }

  private func listen() {
    mosquitto_connect_v5_callback_set(pointer) { _, data, answer, _, _ in
      Notebook.of(data)?.notes.withLock { notes in
        notes.all.append(.answered(answer))
        notes.encryption = .works
      }
    }
    mosquitto_disconnect_v5_callback_set(pointer) { _, data, reason, _ in
      let code = ErrorCode.latest
      Notebook.of(data)?.add(.ended(reason, code))
    }
    mosquitto_message_v5_callback_set(pointer) { _, data, message, _ in
      if let message { Notebook.of(data)?.add(.received(MQTTMessage(message.pointee))) }
    }
    mosquitto_subscribe_v5_callback_set(pointer) { _, data, number, count, answers, _ in
      let answers = UnsafeBufferPointer(start: answers, count: Int(count)).map(\.self)
      Notebook.of(data)?.add(.subscribed(number: number, answers))
    }
    mosquitto_publish_v5_callback_set(pointer) { _, data, number, reason, _ in
      Notebook.of(data)?.add(.delivered(number: number, reason: reason))
    }
    mosquitto_log_callback_set(pointer) { _, data, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      Notebook.of(data)?.notes.withLock { $0.encryption.note(Library.shortened(String(cString: text))) }
    }
  }

  private func configure() throws(MQTTError) {
    let version = settings.version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    try check(mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, Int32(version)))
    try check(mosquitto_int_option(pointer, MOSQ_OPT_RECEIVE_MAXIMUM, Self.mostUnanswered))
    try check(mosquitto_int_option(pointer, MOSQ_OPT_TCP_NODELAY, 1))
    if settings.user != nil { try check(mosquitto_username_pw_set(pointer, settings.user, settings.password)) }
    if let will = settings.will {
      let length = Int32(will.payload.count)
      try check(mosquitto_will_set_v5(pointer, will.topic, length, will.payload, 1, will.isRetained, nil))
    }
    if let encryption = settings.encryption { try configure(encryption) }
  }

  private func configure(_ encryption: MQTTSettings.Encryption) throws(MQTTError) {
    let (certificate, key) = (encryption.identity?.certificate, encryption.identity?.key)
    for file in [encryption.authorities, certificate, key].compactMap(\.self) where access(file, R_OK) != 0 {
      throw .unreadable(SystemError("read", file, .latest))
    }
    if encryption.authorities == nil { try check(mosquitto_int_option(pointer, MOSQ_OPT_TLS_USE_OS_CERTS, 1)) }
    if encryption.authorities != nil || encryption.identity != nil {
      try check(mosquitto_tls_set(pointer, encryption.authorities, nil, certificate, key, nil))
    }
  }

  /// Looks up the host's name and connects, for which it waits. On a thread of its own: the lookup
  /// takes seconds if no name server answers, and nothing of the library's looks it up without
  /// waiting (2.0.11, lib/net_mosq.c, `net__try_connect`).
  func connect() throws(MQTTError) {
    var properties: OpaquePointer?
    if settings.version == .v5 {
      let name = Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue)
      try check(mosquitto_property_add_int32(&properties, name, Self.longestPacket))
    }
    defer { mosquitto_property_free_all(&properties) }
    let keepAlive = Int32(settings.keepAlive / .seconds(1))
    try check(
      mosquitto_connect_bind_v5(pointer, settings.host, Int32(settings.port), keepAlive, nil, properties),
      whileConnecting: true
    )
  }

  /// The number of its socket; nil if it has none.
  var socket: CInt? {
    let number = mosquitto_socket(pointer)
    return number < 0 ? nil : number
  }

  var wantsToWrite: Bool { mosquitto_want_write(pointer) }

  func read() throws(MQTTError) { try check(mosquitto_loop_read(pointer, 1)) }

  func write() throws(MQTTError) { try check(mosquitto_loop_write(pointer, 1)) }

  /// Sends what keeps the connection alive, if it is due, and finds that the broker is silent.
  func keepAlive() throws(MQTTError) { try check(mosquitto_loop_misc(pointer)) }

  /// Returns the number that the answer will have.
  func subscribe(to filters: [String], withKept: Bool, withOwn: Bool) throws(MQTTError) -> Int32 {
    var number: Int32 = 0
    var names: [UnsafeMutablePointer<CChar>?] = filters.map { strdup($0) }
    defer { for name in names { free(name) } }
    let kept = withKept ? MQTT_SUB_OPT_SEND_RETAIN_ALWAYS : MQTT_SUB_OPT_SEND_RETAIN_NEVER
    let own = withOwn ? 0 : MQTT_SUB_OPT_NO_LOCAL.rawValue
    let options = Int32(kept.rawValue | own | MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue)
    try check(mosquitto_subscribe_multiple(pointer, &number, Int32(names.count), &names, 1, options, nil))
    return number
  }

  /// Returns the number that the answer will have.
  func publish(_ message: MQTTMessage) throws(MQTTError) -> Int32 {
    var number: Int32 = 0
    let length = Int32(message.payload.count)
    try check(
      mosquitto_publish_v5(pointer, &number, message.topic, length, message.payload, 1, message.isRetained, nil)
    )
    return number
  }

  /// Says goodbye, so that the broker does not publish the will.
  func disconnect() throws(MQTTError) { try check(mosquitto_disconnect_v5(pointer, 0, nil)) }

  /// Why the connection has ended, if the library has closed its socket without a report.
  var end: MQTTError { error(MOSQ_ERR_CONN_LOST.code, ErrorCode(rawValue: 0)) }

  /// A line of its log, such as `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify
  /// failed` or `Error: host name verification failed.`, without what only a programmer reads.
  fileprivate static func shortened(_ line: String) -> String {
    let end = line.hasSuffix(".") ? line.dropLast() : line[...]
    if line.hasPrefix("OpenSSL") { return String(end.split(separator: ":").last ?? "") }
    let mark = "Error: "
    return String(end.hasPrefix(mark) ? end.dropFirst(mark.count) : end)
  }

  func takeNotes() -> [Note] {
    notebook.notes.withLock { notes in
      defer { notes.all = [] }
      return notes.all
    }
  }

  private func check(_ result: Int32, whileConnecting: Bool = false) throws(MQTTError) {
    if result == MOSQ_ERR_SUCCESS.code { return }
    let code = ErrorCode.latest
    if whileConnecting, result == MOSQ_ERR_ERRNO.code { throw .unreachable(code) }
    throw error(result, code)
  }

  /// What a result means, here or in the note of an end.
  func error(_ result: Int32, _ code: ErrorCode) -> MQTTError {
    // The result itself may only say that the connection is lost.
    if settings.encryption != nil, case .begins(let complaint?) = notebook.notes.withLock({ $0.encryption }) {
      return .notEncrypted(complaint)
    }
    return MQTTError(result: mosq_err_t(result), host: settings.host, code: code)
  }
}

extension mosq_err_t {
  fileprivate var code: Int32 { Int32(rawValue) }

  fileprivate init(_ code: Int32) { self.init(rawValue: RawValue(truncatingIfNeeded: code)) }
}

extension MQTTMessage {
  fileprivate init(_ message: mosquitto_message) {
    let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    self.init(topic: String(cString: message.topic), payload: Array(payload), isRetained: message.retain)
  }
}
