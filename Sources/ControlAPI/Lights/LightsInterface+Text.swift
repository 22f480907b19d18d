extension LightsInterface {
  /// The text of `interfaces/io.brightnessd.Lights.varlink`, byte for byte.
  public static let description = """
    # The lights of this machine: what there is, how bright it is, and what the person wants.
    interface io.brightnessd.Lights

    type Kind (panel, monitor, keyboard, indicator)

    # How a light stands.
    #   free         shows its base
    #   held         shows what a claim asks for
    #   owing        has still to be brought back to its base
    #   unavailable  is known but cannot be written now
    type Standing (free, held, owing, unavailable)

    # Why a light changed, or why a reader is told about it.
    #   initial   it is as it is when the reader begins
    #   set       somebody called Set
    #   hold      a claim came into force on it, or counts again
    #   release   a claim on it ended, or does not count now
    #   person    it was changed from outside: by a hotkey, or by another tool
    #   hotplug   it was plugged in or unplugged
    #   gone      it is not listed any more; this is how it stood at last
    #   resume    the machine woke
    #   settle    a write that was owed is done, or one that failed is owed
    #   settings  the configuration says something else of it
    #   seat      whoever sits at the machine changed, and with them whose claims count
    type Cause (initial, set, hold, release, person, hotplug, gone, resume, settle, settings, seat)

    # One light. Levels are percentages of its range on its own scale. "raw" and "level" are what it is to show: one that is
    # owing or unavailable may show another.
    type Light (
      # Stable across restarts: subsystem and kernel name, e.g. "backlight/intel_backlight".
      id: string,
      kind: Kind,
      raw: int,
      maximum: int,
      level: float,
      base: float,
      baseRaw: int,
      floor: float,
      standing: Standing,
      # The session and scene whose claim decides now, if any.
      session: ?int,
      scene: ?int,
      # What stands in the way, in words, for "owing" and "unavailable".
      reason: ?string
    )

    # A wished level. Exactly one field is given: with none, InvalidParameter names the field that holds the level; with several,
    # the second of them in this order.
    type Level (
      percent: ?float,
      changePercent: ?float,
      raw: ?int,
      changeRaw: ?int
    )

    # A light is named by its id, its kernel name, an alias, or a kind; a name that fits several is refused.
    method List() -> (lights: []Light)

    # Without a name: the panel, or else the only light that shows a picture. Never silently a keyboard.
    method Get(light: ?string) -> (light: Light)

    # Moves the base; without a name, of everything that shows a picture. Answers when the write that covers the call is done.
    # On a light that is held this is the person's change: see OnChange in io.brightnessd.Sessions.
    method Set(light: ?string, level: Level, fadeMilliseconds: ?int, allowOff: ?bool) -> (lights: []Light)

    # Only with "more": first every light as it is, then each change; a reader that is too slow is let go. "sequence" counts
    # the replies to this call from 1. "pid" is the process behind the change; of another user's it is told to root alone.
    method Watch(light: ?string) -> (light: Light, cause: Cause, sequence: int, pid: ?int)

    error NoSuchLight (light: string, known: []string)
    error AmbiguousLight (light: string, known: []string)
    error NoLights ()
    error NotWritable (light: string, reason: string)
    error OutOfRange (light: string, reason: string)

    """
}
