"""Suspend to RAM while a monitor is held: it gets no message while it sleeps, and the hold continues, also if it forgot its level."""

from monitors import clear_messages, dpms, messages, remove_all
from restores import connect, hold, wait_for_state
from vm import now, run


def sleep():
    """Suspends as a compositor does: the screen is off before, and on again after. Returns when it was on."""
    clear_messages()
    dpms(monitor.connector, "Off")
    off = now()
    run("rtcwake", "--mode", "mem", "--seconds", "10")
    on = now()
    # A reply may still be read to what was asked before.
    asked = [message for message in messages() if message.kind != "reply" and off < message.begun]
    assert asked == [], asked
    dpms(monitor.connector, "On")
    return on


monitor = connect()
holder = hold(monitor)

on = sleep()
wait_for_state(monitor, "held")
assert (monitor.level, monitor.sets) == (80, []), monitor.messages

monitor.set("wake_level", 55)
forgetful = sleep()
after = monitor.milliseconds_to(80, forgetful)
wait_for_state(monitor, "held")

killed = holder.kill()
monitor.set("wake_level", 0xFFFFFFFF)
print(f"held again {after:.0f} ms after the screen was on; base {monitor.milliseconds_to(40, killed):.0f} ms after the death")
wait_for_state(monitor, "free")
remove_all()
