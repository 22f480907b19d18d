import EventLoop
import Hardware
import Model
import Varlink

extension Limits {
  /// Everything that bounds clients, files and events: first what has a key, by its name, then what is fixed.
  var all: [(name: String, value: Int)] { configured + fixed }

  private var configured: [(name: String, value: Int)] {
    [
      ("Connections", wire.connections), ("ConnectionsPerUser", wire.connectionsPerUser),
      ("ScenesPerSession", session.scenes), ("ClaimsPerScene", session.claims),
      ("SceneBytesPerUser", session.userBytes), ("SceneBytes", session.totalBytes),
      ("StringBytes", session.bytes), ("MessageBytes", wire.messageBytes), ("OutputBytes", wire.outputBytes),
      ("BufferBytesPerUser", wire.userBytes), ("BufferBytes", wire.totalBytes), ("Nesting", wire.nesting),
    ]
  }

  private var fixed: [(name: String, value: Int)] {
    ofClients + WireLimits.fixed + EventLoop.limits + hardwareLimits + ofFiles
  }

  private var ofClients: [(name: String, value: Int)] {
    [
      ("ReservedConnections", wire.reservedConnections),
      ("ListBytes", SessionLimits.listBytes), ("ListPartBytes", SessionLimits.listPartBytes),
      ("CallMilliseconds", milliseconds(wire.timePerTurn)), ("JobMilliseconds", milliseconds(Self.jobTime)),
      ("ListMilliseconds", milliseconds(wire.readingTime)),
      ("FadeMilliseconds", milliseconds(SessionLimits.longestFade)),
      ("ExpiryMilliseconds", milliseconds(SessionLimits.longestTime)),
    ]
  }

  private var ofFiles: [(name: String, value: Int)] {
    [
      ("ConfigurationBytes", ConfigurationFile.longest), ("ConfigurationFiles", ConfigurationPlaces.mostDropIns),
      ("ConfigurationProblems", ConfigurationReading.mostProblems),
      ("LogMessages", LogLimit.messages), ("LogMessageBytes", LogLimit.messageBytes),
      ("StopMilliseconds", milliseconds(DaemonProcess.longestStop)),
    ]
  }

  private func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
}
