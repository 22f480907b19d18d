"""Monitors are listed from sysfs: each kind that is used or not, with the reason, and no message to any of them."""

from cases import case, run_cases
from monitors import Card, Monitor, assert_silence, bus_of, dpms, listed_by_worker, make_edid
from vm import read, write


def assert_listed(*lines):
    assert listed_by_worker() == list(lines), listed_by_worker()
    assert_silence()


@case
def used_monitors():
    """Each kind of connector, and a monitor that sleeps."""
    near, far, linked, passive, nvidia = Card("DP", "DP:hub", "HDMI-A", "DP:passive").connectors + Card("DP:nvidia").connectors
    for number, connector in enumerate((near, far, linked, nvidia, passive)):
        Monitor(f"m{number}", connector)
    dpms(far, "Standby")
    dpms(linked, "disabled")
    states = {near: "", far: ", asleep", linked: ", asleep", nvidia: "", passive: ""}
    names = {near: "M00A", far: "M10A", linked: "M20A", nvidia: "M30A", passive: "M40A"}
    assert_listed(*(f"ddc/TST-0001-{names[name]} at {name}: Test{states[name]}" for name in sorted(states)))


@case
def other_screens():
    """A built-in panel and a headset, which would answer."""
    panel, headset = Card("eDP", "DP").connectors
    Monitor("m0", panel)
    Monitor("m1", headset, edid=make_edid("OVR"))
    assert_listed(f"{headset} is not used: it is a headset", f"{panel} is not used: the panel is built in")


@case
def broken_edids():
    empty, short, damaged, longer, double = Card("DP", "DP", "DP", "DP", "DP").connectors
    whole = make_edid(serial="ABC")
    Monitor("m0", empty, edid=b"")
    Monitor("m1", short, edid=whole[:64])
    Monitor("m2", damaged, edid=whole[:127] + bytes([whole[127] ^ 1]))
    Monitor("m3", longer, edid=whole[:126] + b"\1" + bytes([whole[127] - 1 & 255]) + bytes(128))
    Monitor("m4", double, edid=make_edid(serial="DEF") + bytes(128))
    reason = "is not used: the monitor does not say what it is: the"
    assert_listed(
        f"ddc/TST-0001-ABC at {longer}: Test",
        f"ddc/TST-0001-DEF at {double}: Test",
        f"{empty} {reason} EDID is empty",
        f"{short} {reason} EDID has 64 bytes",
        f"{damaged} {reason} checksum of the EDID is wrong",
    )


@case
def twins():
    """Two monitors of one number are named after their places; one at two connectors is listed once."""
    first, second = Card("DP", "DP").connectors
    twin = Monitor("m0", first, edid=make_edid(serial="SAME"))
    Monitor("m1", second, edid=twin.edid)
    places = [name.split("-", 1)[1] for name in (first, second)]
    assert_listed(*(f"ddc/TST-0001@{place} at {name}: Test" for place, name in zip(places, (first, second))))
    dpms(second, "Off")
    assert_listed(f"ddc/TST-0001-SAME at {first}: Test", f"{second} is not used: it is the monitor of {first}")


@case
def bound_driver():
    """The kernel's driver of another package has the address."""
    connector = Card("DP").connectors[0]
    monitor = Monitor("m0", connector)
    bus = bus_of(connector)
    device = f"/sys/bus/i2c/devices/i2c-{bus}"
    write(f"{device}/new_device", "dummy 0x37")
    assert read(f"{device}/{bus}-0037/name") == "dummy"
    assert_listed(f"{connector} is not used: the kernel's driver 'dummy' has the monitor on bus i2c-{bus}")
    write(f"{device}/delete_device", "0x37")
    assert_listed(f"ddc/TST-0001-M00A at {connector}: Test")


@case
def unlinked_bus():
    """The card's only bus, which no connector claims, as that of nouveau for HDMI."""
    connector = Card("HDMI-A:unlinked").connectors[0]
    Monitor("m0", connector)
    assert_listed(f"ddc/TST-0001-M00A at {connector}: Test")


@case
def no_bus():
    connector = Card("bus:SMBus_PIIX4", "DP:none").connectors[0]
    Monitor("m0", connector)
    assert_listed(f"{connector} is not used: the driver does not say on which bus it is")


run_cases()
