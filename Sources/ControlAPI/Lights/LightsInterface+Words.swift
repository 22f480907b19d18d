import Varlink

extension LightsInterface {
  /// What a light is for.
  public enum Kind: String, CaseIterable, JSONReadable, JSONWritable {
    case panel, monitor, keyboard, indicator
  }

  /// How a light stands.
  public enum Standing: String, CaseIterable, JSONReadable, JSONWritable {
    /// Shows its base.
    case free
    /// Shows what a claim asks for.
    case held
    /// Has still to be brought back to its base.
    case owing
    /// Is known but cannot be written now.
    case unavailable
  }

  /// Why a light changed, or why a reader is told about it.
  public enum Cause: String, CaseIterable, JSONReadable, JSONWritable {
    /// It is as it is when the reader begins.
    case initial
    /// Somebody called `Set`.
    case set
    /// A claim came into force on it, or counts again.
    case hold
    /// A claim on it ended, or does not count now.
    case release
    /// It was changed from outside: by a hotkey, or by another tool.
    case person
    /// It was plugged in or unplugged.
    case hotplug
    /// It is not listed any more.
    case gone
    /// The machine woke.
    case resume
    /// A write that was owed is done, or one that failed is owed.
    case settle
    /// The configuration says something else of it.
    case settings
    /// Whoever sits at the machine changed, and with them whose claims count.
    case seat
  }
}
