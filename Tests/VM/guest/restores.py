"""Monitors as lights of the daemon: held, with faults, restored."""

import client
import service
from monitors import Card, Monitor, assert_harmless, clear_messages, make_edid
from vm import Holder, listed_lights, wait_until

# Only the records of monitors are here, each until its restore is confirmed: without the file none
# is pending.
RECORDS = "/var/lib/brightnessd/restore-records"
made = 0


def serial():
    """A serial number that no monitor had before: a restore, a budget or a reason of an earlier scenario is not taken for this one's."""
    global made
    made += 1
    return f"S{made:04}"


def connect(connector=None, serial_number=None, product=1, **knobs):
    """A monitor at 40 of 100 that the daemon lists."""
    connector = connector or Card("DP").connectors[0]
    number = serial_number or serial()
    monitor = Monitor(f"m{number}", connector, edid=make_edid(product=product, serial=number), **knobs)
    monitor.light = f"ddc/TST-{product:04x}-{number}"
    wait_listed(monitor)
    return monitor


def view(monitor):
    """The monitor as the daemon lists it; an empty one if it does not."""
    return next((light for light in listed_lights() if light["id"] == monitor.light), {})


def wait_listed(monitor):
    wait_until(lambda: view(monitor), lambda: f"the daemon lists {monitor.light}: {listed_lights()}")


def wait_for_state(monitor, state):
    wait_until(lambda: view(monitor).get("state") == state, lambda: f"{monitor.light} is {state}: {view(monitor)}, {monitor.messages}")


def wait_for_reason(monitor, text):
    wait_until(lambda: text in view(monitor).get("reason", ""), lambda: f"the reason has '{text}': {view(monitor)}")


def shows(monitor, percent):
    """Whether the monitor got the level of a claim, if it needed that, and was read since."""
    wanted = monitor.get("maximum") * percent // 100
    step = monitor.get("step") or 1
    sent = [message for message in monitor.messages if message.kind != "get"]
    return bool(sent) and sent[-1].kind == "reply" and wanted // step * step in [*monitor.sets[-1:], monitor.level]


def hold(*monitors, percent=80, clears=True, light=None):
    """A client that holds a light, or all screens; returns when the monitors confirmed the level."""
    holder = Holder(percent, light=light)
    for monitor in monitors:
        wait_until(lambda: shows(monitor, percent), lambda: f"{monitor.name} is at {percent} %: {monitor.messages}")
        wait_for_state(monitor, "held")
    if clears:
        clear_messages()
    return holder


def restored(monitor, holder, level=40, sent=40, **faults):
    """Kills the client that holds the monitor, which has faults from now on; waits for the restore, and says when it was written."""
    for knob, value in faults.items():
        monitor.set(knob, value)
    killed = holder.kill()
    after = monitor.milliseconds_to(level, killed, sent)
    wait_for_state(monitor, "free")
    assert_harmless()
    return f"base {after:.0f} ms after the death"


def ended(monitor):
    """Restores what a scenario left: a new hold is a new attempt, and its end a restore."""
    monitor.heal()
    connection = client.Client()
    connection.call("Lights.Set", light=monitor.light, level={"raw": 40})
    connection.close()
    wait_for_state(monitor, "free")


service.systemctl("start", "brightnessd.service")
