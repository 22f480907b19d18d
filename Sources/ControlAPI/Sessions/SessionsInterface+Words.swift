import Varlink

extension SessionsInterface {
  /// How a claim moves the level.
  public enum Rule: String, CaseIterable, JSONReadable, JSONWritable {
    case exactly, atLeast, atMost, scaled
  }

  /// Where a scene stands among those of others.
  public enum Priority: String, CaseIterable, JSONReadable, JSONWritable {
    case low, normal, high
  }

  /// What happens to a claim when the person changes the light meanwhile.
  public enum OnChange: String, CaseIterable, JSONReadable, JSONWritable {
    /// It stands aside on that light until its scene appears again.
    case yield
    /// It stays, upon the new base.
    case rebase
    /// Its scene ends.
    case cancel
  }

  /// What becomes of a scene.
  public enum SceneEvent: String, CaseIterable, JSONReadable, JSONWritable {
    /// Its claims are in force.
    case holding
    /// Another claim decides on the light instead.
    case outranked
    /// Its user's session is not the active one at the seat; its claims wait until it is.
    case suspended
    /// The person took over on the light.
    case yielded
    /// Its claim decides on the light again.
    case resumed
    /// Its time is up, and it is popped.
    case expired
    /// The person, an administrator or a failure ended it.
    case cancelled
  }
}
