import DDC
import EventLoop
import Glibc

/// The socket of a simulated bus, played by a test: the worker's calls reach a `FakeBus`.
public final class PlayedBus {
  public let bus: FakeBus
  private let listener: Descriptor
  private let path: String
  private var connection: Descriptor?

  /// Listens below a folder that stands for `/sys`.
  public init(_ number: Int, _ bus: FakeBus = FakeBus(), under root: String) throws(SystemError) {
    path = SimulatedI2C.path(of: number, under: root)
    mkdir("\(root)/.dev", 0o755)
    let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
    guard let address = UnixAddress(path) else { throw SystemError("bind", path, ErrorCode(rawValue: ENAMETOOLONG)) }
    let path = path
    try systemCall("bind", path) { address.withKernelForm { bind(listener.number, $0, $1) } }
    try systemCall("listen on", path) { listen(listener.number, 4) }
    self.listener = listener
    self.bus = bus
  }

  /// Answers calls until another descriptor can be read, or until nothing happens for half a minute.
  public func serve(until other: borrowing Descriptor) {
    while true {
      var polled = [listener.number, connection?.number ?? -1, other.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, 3, 30_000) > 0, polled[2].revents == 0 else { return }
      if polled[1].revents != 0 {
        answer()
      } else if let accepted = try? listener.accept() {
        connection = consume accepted
      }
    }
  }

  private func answer() {
    guard let number = connection?.number else { return }
    var packet = [UInt8](repeating: 0, count: SimulatedCall.longest)
    let count = recv(number, &packet, packet.count, 0)
    guard count > 0, let call = SimulatedCall(Array(packet[..<count])) else {
      connection = nil
      return
    }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    bus.now = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    let answer: [UInt8] =
      switch bus.answer(call) {
      case .success(let bytes): [0] + bytes
      case .failure(let refusal): [UInt8(refusal.code)]
      }
    _ = send(number, answer, answer.count, CInt(MSG_NOSIGNAL))
  }
}
