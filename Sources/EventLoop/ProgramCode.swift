import CLinux

/// What of a program lies in memory because it ran.
public enum ProgramCode {
  /// Lets go of all code that has run until now; what runs again comes back from its file, by a fault for each piece.
  public static func forget() {
    forget_code()
  }
}
