import Brightness
import BrightnessEventLoop
import BrightnessModel
import Glibc
import Hardware
import Service

/// Restores all lights with a restore record, once: for a machine whose daemon will not come back.
public enum RestoreRun {
  /// Restores what it can, and returns a sentence for each record that is left. Waits for a daemon
  /// that still has the state folder. It runs the daemon's own core without clients, so that there
  /// is one way to restore a light.
  public static func restoreAll(
    recordedIn state: String,
    lastingIn lasting: String? = nil,
    lightsOf origin: any LightOrigin,
    configuration: Configuration = Configuration(),
    attributeIO: AttributeIO? = nil,
    workers: Workers? = nil
  ) throws -> [String] {
    // If nothing was ever recorded, do not make a folder for it.
    guard access(state, F_OK) == 0 || errno != ENOENT else { return [] }
    let records = try RestoreRecordFile.open(state, lasting: workers == nil ? nil : lasting, waiting: true)
    var attributeIO = attributeIO ?? .files(of: origin)
    attributeIO.monitors = workers.map { MonitorAccess($0, marks: ContactMarks(beside: records)) }
    let loop = try EventLoop()
    let log = Log(.error, style: .journal) { _ in true }
    // No daemon will continue saved sessions.
    SessionArchive.clear(SessionArchive.records(beside: records), log)
    let daemon = BrightnessDaemon(
      origin,
      on: loop,
      records: records,
      configuration: configuration,
      log: log,
      attributeIO: attributeIO
    )
    try daemon.assumeIsolated { daemon in
      try daemon.startWithoutClients()
      daemon.whenAtRest { loop.stop() }
    }
    loop.run()
    return (records.corruptRecord.map { ["\($0)"] } ?? [])
      + records.restores.map { record in
        let reason = (daemon.assumeIsolated { $0.state.lights[record.light]?.fault } ?? .disconnected).reason
        return "cannot restore '\(record.light)': \(reason)"
      }
  }
}
