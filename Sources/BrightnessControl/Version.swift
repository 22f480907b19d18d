/// The version of brightnessd.
public enum Version {
  public static let current = "0.3.0"
}
