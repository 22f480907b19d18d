extension SessionsInterface {
  /// The text of `interfaces/io.brightnessd.Sessions.varlink`, byte for byte.
  public static let description = """
    # A connection is a session. It owns a stack of scenes, and its end, whatever it is, ends them all.
    interface io.brightnessd.Sessions

    type Rule (exactly, atLeast, atMost, scaled)

    type Priority (low, normal, high)

    # What happens to a claim when the person changes the light meanwhile.
    type OnChange (yield, rebase, cancel)

    # One wish. Without "light" it is for everything that shows a picture; "panel", "monitor" and "keyboard" name a kind.
    type Claim (
      light: ?string,
      rule: Rule,
      percent: float
    )

    # What a client asks for: without "priority" it is "normal", without "onChange" it is "yield".
    type SceneRequest (
      name: ?string,
      reason: ?string,
      claims: []Claim,
      priority: ?Priority,
      onChange: ?OnChange,
      # How long the scene may be there at a stretch, from the moment when it appears; without it, for ever.
      expiresMilliseconds: ?int,
      # How long its lights may take on their way.
      fadeMilliseconds: ?int
    )

    # A scene on a session's stack. "name" and "reason" of another user's are told to root alone.
    type Scene (
      # No other scene of the session had it or will have it.
      id: int,
      name: ?string,
      reason: ?string,
      claims: []Claim,
      priority: Priority,
      onChange: OnChange,
      appeared: bool,
      # Whether a claim of the scene decides on any light: not while others do, nor after the person took over.
      deciding: bool,
      # How long it is until the scene expires; of one that does not, or has not appeared, null.
      remainingMilliseconds: ?int
    )

    # A connection. Of another user's the process is told to root alone.
    type Session (
      # No other session had it or will have it while the daemon runs.
      id: int,
      uid: int,
      pid: ?int,
      ageMilliseconds: int,
      # Whether its user has a session at the machine's seat that is not the active one: no claim of its counts meanwhile.
      suspended: bool,
      # From the bottom of the stack to its top.
      scenes: []Scene
    )

    # What becomes of a scene.
    #   holding    its claims are in force
    #   outranked  another claim decides on the light instead
    #   suspended  its user's session is not the active one at the seat; its claims wait until it is
    #   yielded    the person took over on the light
    #   resumed    its claim decides on the light again
    #   expired    its time is up, and it is popped
    #   cancelled  the person, an administrator or a failure ended it
    type SceneEvent (holding, outranked, suspended, yielded, resumed, expired, cancelled)

    # Pushes a scene on this connection's stack, not yet appeared.
    method Push(scene: SceneRequest) -> (scene: int)

    # The scene's claims are in force from the reply on, and its writes are done or owed; while the session is suspended they wait.
    method OnAppear(scene: int) -> ()

    method OnDisappear(scene: int) -> ()

    # Removes the scene and everything above it.
    method PopFrom(scene: int) -> ()

    # Only with "more": pushes a scene and lets it appear; the first reply says that it holds or is suspended, later ones what
    # becomes of it. It ends with the connection, or with "expired" or "cancelled". Of what happens on one light, "light" is its id.
    method Hold(scene: SceneRequest) -> (scene: int, event: SceneEvent, light: ?string)

    # In the order in which they began.
    method List() -> (sessions: []Session)

    # Ends a session: another user's only for root.
    method Cancel(session: int) -> ()

    # Ends the caller's sessions, or with "all" (root) everybody's, and settles every light. Tells how many others
    # ended with the one that calls.
    method Reset(all: ?bool) -> (sessions: int)

    error NoSuchScene (scene: int)
    error NoSuchSession (session: int)
    error InvalidClaim (field: string, reason: string)
    error TooMany (what: string, limit: int)

    """
}
