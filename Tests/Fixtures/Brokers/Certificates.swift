import Glibc
import HardwareTesting
import MQTT
import Programs

/// A certificate authority and what it has signed, made by openssl for one test.
public final class Certificates {
  private let folder: TemporaryFolder

  public init() throws {
    folder = try TemporaryFolder()
    try makeAuthority("ca")
  }

  public func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  public func makeAuthority(_ name: String) throws {
    try openssl(["req", "-x509", "-days", "2", "-subj", "/CN=\(name)"] + newKey(name) + ["-out", path("\(name).crt")])
  }

  /// A certificate for an address, and its key; `days` from now on it is valid, or was until then.
  public func sign(_ name: String, for host: String, days: Int = 2) throws {
    let request = path("\(name).csr")
    let address = ["-addext", "subjectAltName=IP:\(host)"]
    try openssl(["req", "-subj", "/CN=\(name)"] + address + newKey(name) + ["-out", request])
    try openssl(
      ["x509", "-req", "-in", request, "-CA", path("ca.crt"), "-CAkey", path("ca.key"), "-CAcreateserial"]
        + ["-copy_extensions", "copy", "-days", "\(days)", "-out", path("\(name).crt")]
    )
  }

  public func identity(_ name: String) -> MQTTSettings.Identity {
    MQTTSettings.Identity(certificate: path("\(name).crt"), key: path("\(name).key"))
  }

  /// The lines of a listener in a broker's configuration.
  public func lines(_ name: String = "broker") -> [String] {
    [
      "allow_anonymous true", "cafile \(path("ca.crt"))", "certfile \(path("\(name).crt"))",
      "keyfile \(path("\(name).key"))",
    ]
  }

  private func newKey(_ name: String) -> [String] {
    ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key")]
  }

  private func openssl(_ words: [String]) throws {
    let run = try Run(["/usr/bin/openssl"] + words)
    if run.status != 0 { throw Failure(output: run.output) }
  }

  private struct Failure: Error { let output: String }
}
