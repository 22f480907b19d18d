extension HealthInterface {
  /// The text of `interfaces/io.brightnessd.Health.varlink`, byte for byte.
  public static let description = """
    # How well the daemon and its lights are: what somebody who looks for a fault has to know, and the other interfaces do not tell.
    interface io.brightnessd.Health

    # Why a device that was found is no light of the machine.
    #   noSteps     its maximum is 0
    #   ignored     the configuration says so
    #   notNamed    the configuration names others as the panel
    #   behind      another one of the same panel comes before it
    #   dark        there is no picture on its panel, or less surely than on another
    #   undecided   it may belong to any of several panels
    #   unreadable  its files cannot be understood
    type Why (noSteps, ignored, notNamed, behind, dark, undecided, unreadable)

    # A device that was found and is not used.
    type SetAside (
      light: string,
      why: Why,
      # The same in words.
      reason: string
    )

    # A light that is on record as to be brought back, and that no claim decides on.
    type Debt (
      light: string,
      # What it is brought back to, in the range that it had when it was recorded.
      raw: int,
      maximum: int,
      # What stands in the way, in words; nothing while it is on its way.
      reason: ?string
    )

    # Something in the configuration that is not as it should be. What is "ignored" may be known to another version; anything else keeps
    # a reload from being followed.
    type Complaint (
      file: string,
      line: ?int,
      sentence: string,
      ignored: bool
    )

    # Who moved a light past the daemon, as far as the kernel tells.
    #   hotkey   the machine itself, which tells of it
    #   program  something that wrote the light's file
    #   unknown  nobody said
    type Mover (hotkey, program, unknown)

    # What was seen of changes past the daemon, since the light came.
    type ForeignChange (
      light: string,
      mover: Mover,
      count: int,
      # Since the last one.
      ageMilliseconds: int
    )

    # Reads what is known, and touches no light.
    method Report() -> (
      version: string,
      # Where it finds the lights: "/sys", unless it was told otherwise.
      sysfs: string,
      # Whether the caller may change lights, and the group whose members may.
      mayChange: bool,
      group: ?string,
      setAside: []SetAside,
      debts: []Debt,
      # Of a record that could not be trusted, and was set aside.
      doubt: ?string,
      complaints: []Complaint,
      foreignChanges: []ForeignChange
    )

    """
}
