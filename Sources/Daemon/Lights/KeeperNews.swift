import Brightness
import Hardware

/// What became of the lights, for those who watch them and those who hold them.
public enum KeeperNews: Hashable, Sendable {
  /// In the order in which the lights changed, with the session that asked for it.
  case changed(Brightness.LightID, LightView, LightCause, by: SessionID? = nil)
  /// A light went that owes nothing and that nobody claims, or has another name now.
  case forgotten(Brightness.LightID)
  /// The person took over on a light, and the scene stands aside there.
  case yielded(ClaimOwner, on: Brightness.LightID)
  /// The scene ended: the person took over, or a base could not be recorded.
  case cancelled(ClaimOwner)
  /// All this happened at once.
  case together([KeeperNews])
  /// A light cannot be brought where it belongs, or can again.
  case troubled(Brightness.LightID, LightTrouble?)
  /// The lights could not be listed.
  case unlisted(LightError)
  /// A debt stands recorded under a name that its light has no more.
  case unfollowed(LightError)
}
