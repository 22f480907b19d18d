/// How long a monitor is left alone: its controller is slow, and some lock up if they are hurried.
public struct Timing: Hashable, Sendable {
  /// From a request to the first reading of its reply. It grows while a monitor is not ready in time.
  public var beforeReply = Duration.milliseconds(40)
  /// From a reply to the next message. The standard asks for no wait here, but some monitors lock up without: with this no two messages
  /// are closer than 40 ms. It passes between two exchanges, so that a reply is not held back.
  public var afterReply = Duration.milliseconds(40)
  /// From a change, or an attempt that failed, to the next message.
  public var afterMessage = Duration.milliseconds(50)
  /// The time that each reply without content adds to the wait before the next one.
  public var afterNullReply = Duration.milliseconds(50)
  public var longestBeforeReply = Duration.milliseconds(240)
  public var nullReplies = 4
  public var malformedReplies = 3

  /// The waits are those of the DDC/CI standard where it has them; the limits are this project's.
  public static let standard = Timing()
}
