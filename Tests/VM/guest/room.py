"""The light in the room that the firmware's sensor measures, and what the daemon makes of it."""

import client
from vm import firmware, listed, now, run, wait_until


def set_lux(lux):
    firmware("TSET", lux, device="ALS0")


def readings():
    """How often the kernel has asked the firmware for the light."""
    return firmware("TCNT", device="ALS0")


def turn_on(*lights):
    """Turns automatic brightness on, and waits until it knows the light that the levels stand for: from then on it learns."""
    run("brightness", "auto", "on", *lights)
    wait_until(lambda: "lux" in report(), lambda: f"the light in the room is known: {report()}")


def wait_for_readings(count):
    first = readings()
    wait_until(lambda: readings() >= first + count, lambda: f"the sensor is read: {readings() - first}")


def base(name="acpi_video0"):
    return listed(name)["baseRaw"]


def wait_for_base(condition, description, name="acpi_video0"):
    """Waits until a light's base level fulfils a condition, and returns the seconds from the call."""
    begun = now()
    wait_until(lambda: condition(base(name)), lambda: f"{description}: {base(name)}")
    return (now() - begun) / 1e9


def report():
    return call("Automatic.Report")


def history():
    return call("Automatic.History")["events"]


def forget():
    """Turns automatic brightness off, and removes all curves."""
    run("brightness", "auto", "off")
    run("brightness", "auto", "forget", *(light["light"] for light in report()["lights"]))


def call(method):
    connection = client.Client()
    reply = connection.call(method)
    connection.close()
    return reply


def lessons(name="acpi_video0"):
    """The levels in percent that a light was taught, darkest room first."""
    curves = [light["curve"] for light in report()["lights"] if light["light"].endswith("/" + name)]
    return [round(point["level"]) for curve in curves for point in curve if point["taught"]]
