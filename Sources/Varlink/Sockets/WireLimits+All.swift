extension WireLimits {
  /// What is the same for all servers, by names for people.
  public static let fixed = [
    ("WaitingConnections", Int(ListeningSocket.backlog)), ("ConnectionsPerTurn", Listener.connectionsPerTurn),
    ("ReadBytes", WireStream.readsPerTurn * WireStream.bytesPerRead),
    ("FreeBytes", WireLimits.freeBytes), ("KernelBytes", Int(WireLimits.kernelBytes)),
  ]
}
