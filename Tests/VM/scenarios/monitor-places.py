"""Monitors that come and go while they are held, access that is missing, and processes that are killed at any moment."""

import fcntl
import os
import signal
import time

import service
from cases import case, run_cases
from monitors import Card, Monitor, assert_silence, bus_of, clear_messages, make_edid, messages, milliseconds
from monitors import wait_for_hanging_worker, workers
from restores import RECORDS, connect, hold, restored, view, wait_for_reason, wait_for_state
from vm import Holder, kill_daemon, listed_lights, now, run, wait_for_next_daemon, wait_until, write


def identities():
    """The monitors that are connected: one that is to be restored stays listed without its device."""
    gone = ("restoring", "unavailable")
    return sorted(light["id"] for light in listed_lights() if light["id"].startswith("ddc/") and light["state"] not in gone)


def wait_for_lights(*lights):
    wait_until(lambda: identities() == sorted(lights), lambda: f"the monitors are {lights}: {identities()}")


def assert_only_another_is_held():
    """A hold of all screens and its end write another monitor, which shows that the daemon is done with them, and none besides."""
    other = connect()
    restored(other, hold(other, clears=False))
    besides = [message for message in messages() if message.monitor != other.name]
    assert not besides, besides


@case
def nothing_unasked():
    """A plug, an event and a list send nothing, and start no worker."""
    monitor = connect()
    assert view(monitor)["state"] == "unread", view(monitor)
    run("udevadm", "trigger", "--subsystem-match=drm", "--settle")
    run("brightness", "list")
    assert not workers(), workers()
    # The answer about another monitor comes after whatever the events caused, and shows that
    # messages are logged.
    other = connect()
    run("brightness", "get", other.light)
    assert [message.kind for message in other.messages] == ["get", "reply"], other.messages
    assert not monitor.messages, monitor.messages
    assert view(monitor)["state"] == "unread", view(monitor)


@case
def reply_hangs():
    """The worker is abandoned after ten seconds, and another one restores."""
    monitor = connect()
    holder = hold(monitor)
    monitor.set("reply_delay_ms", 12000)
    killed = holder.kill()
    hanging = wait_for_hanging_worker()
    monitor.set("reply_delay_ms", 0)
    after = monitor.milliseconds_to(40, killed)
    wait_for_state(monitor, "free")
    by = {message.process for message in monitor.messages if message.level == 40}
    assert hanging not in by, (hanging, by)
    return f"base {after:.0f} ms after the death"


@case
def killed_worker_in_the_kernel():
    monitor = connect()
    holder = hold(monitor)
    monitor.set("reply_delay_ms", 4000)
    killed = holder.kill()
    os.kill(wait_for_hanging_worker(), signal.SIGKILL)
    monitor.set("reply_delay_ms", 0)
    after = monitor.milliseconds_to(40, killed)
    wait_for_state(monitor, "free")
    return f"base {after:.0f} ms after the death"


@case
def unplugged_in_an_exchange():
    """The kernel removes the bus at once; the restore stays, and is done at another card."""
    card = Card("DP")
    monitor = connect(card.connectors[0])
    holder = hold(monitor)
    monitor.set("reply_delay_ms", 30000)
    holder.kill()
    wait_for_hanging_worker()
    waited, _ = milliseconds(card.remove)
    run("udevadm", "settle")
    monitor.set("reply_delay_ms", 0)
    plugged = now()
    monitor.plug(Card("HDMI-A").connectors[0])
    after = monitor.milliseconds_to(40, plugged)
    wait_for_state(monitor, "free")
    assert waited < 2000, waited
    return f"removed in {waited:.0f} ms, base {after:.0f} ms after it was plugged in"


def moved(monitor, holder, place):
    """Ends a hold while its monitor is unplugged, and plugs the monitor in elsewhere, where its base comes back."""
    monitor.unplug()
    wait_for_state(monitor, "unavailable")
    holder.kill()
    plugged = now()
    monitor.plug(place)
    after = monitor.milliseconds_to(40, plugged)
    wait_for_state(monitor, "free")
    return f"base {after:.0f} ms after it was plugged in"


@case
def another_bus():
    first, second = Card("DP", "DP").connectors
    monitor = connect(first)
    holder = hold(monitor)
    return moved(monitor, holder, second)


@case
def another_monitor():
    first, second = Card("DP", "DP").connectors
    monitor = connect(first)
    holder = hold(monitor)
    monitor.unplug()
    wait_for_state(monitor, "unavailable")
    other = connect(first, level=80)
    holder.kill()
    monitor.plug(second)
    monitor.wait_for(40)
    wait_for_state(monitor, "free")
    assert 40 not in other.sets, other.messages


@case
def twins():
    """While a twin with the same number is there nothing is guessed."""
    first, second = Card("DP", "DP").connectors
    monitor = connect(first)
    twin = Monitor("twin", edid=monitor.edid, level=80)
    holder = hold(monitor)
    _, process = kill_daemon()
    twin.plug(second)
    holder.kill()
    wait_for_next_daemon(process)
    wait_for_lights(*(f"ddc/TST-0001@{name.split('-', 1)[1]}" for name in (first, second)))
    assert not monitor.sets and not twin.sets, messages()
    twin.unplug()
    wait_for_lights(monitor.light)
    monitor.wait_for(40)
    wait_for_state(monitor, "free")
    assert not twin.messages, twin.messages


@case
def two_buses():
    """One monitor at a hub that its card shows too is one light, with one write."""
    near, far = Card("DP", "DP:hub").connectors
    monitor = connect(far)
    monitor.plug(near)
    run("udevadm", "settle")
    wait_for_lights(monitor.light)
    holder = hold(monitor)
    after = restored(monitor, holder)
    assert monitor.sets == [40], monitor.messages
    return after


@case
def behind_hubs():
    """Their buses have one name, and come and go with them: the EDID tells which is whose, also after a change of places."""
    first, second, third = Card("DP:hub", "DP:hub", "DP:hub").connectors
    monitor, other = connect(third), connect(first)
    holder = hold(monitor, light=monitor.light)
    after = moved(monitor, holder, second)
    assert not [message for message in other.messages if message.address == 0x37], other.messages
    return after


@case
def hubs_without_edid():
    """One hub shows the EDID from byte 1 on, and another one zeros (ddcutil's issue 585)."""
    first, second = Card("DP:hub", "DP:hub").connectors
    turned, blank = connect(first, level=30, edid_from=1), connect(second, level=60, edid_zeros=1)
    holder = hold(turned, blank)
    killed = holder.kill()
    after = max(turned.milliseconds_to(30, killed), blank.milliseconds_to(60, killed))
    for monitor in (turned, blank):
        wait_for_state(monitor, "free")
    return f"both bases {after:.0f} ms after the death"


@case
def passive_adapter():
    """Nothing answers on the connector's own bus; the one of its link `ddc` reaches the monitor."""
    monitor = connect(Card("DP:passive").connectors[0])
    holder = hold(monitor)
    killed = holder.kill()
    after = monitor.milliseconds_to(40, killed)
    wait_for_state(monitor, "free")
    return f"base {after:.0f} ms after the death"


@case
def bound_driver():
    monitor = connect()
    bus = bus_of(monitor.connector)
    device = f"/sys/bus/i2c/devices/i2c-{bus}"
    write(f"{device}/new_device", "dummy 0x37")
    run("udevadm", "trigger", "--subsystem-match=drm", "--settle")
    wait_for_lights()
    assert_only_another_is_held()
    write(f"{device}/delete_device", "0x37")


@case
def locked_bus():
    monitor = connect()
    holder = hold(monitor)
    file = os.open(f"/dev/i2c-{bus_of(monitor.connector)}", os.O_RDWR)
    fcntl.flock(file, fcntl.LOCK_EX)
    holder.kill()
    wait_for_reason(monitor, "another program keeps its bus locked")
    assert_silence()
    released = now()
    os.close(file)
    after = monitor.milliseconds_to(40, released)
    wait_for_state(monitor, "free")
    return f"base {after:.0f} ms after the lock was released"


@case
def screens_that_are_not_used():
    """A hold sends nothing to a built-in panel, a headset, and monitors without a good EDID."""
    panel, headset, empty, short = Card("eDP", "DP", "DP", "DP").connectors
    Monitor("m0", panel)
    Monitor("m1", headset, edid=make_edid("OVR"))
    Monitor("m2", empty, edid=b"")
    Monitor("m3", short, edid=make_edid()[:64])
    run("udevadm", "settle")
    wait_for_lights()
    assert_only_another_is_held()


@case
def no_rights():
    monitor = connect()
    holder = hold(monitor)
    node = f"/dev/i2c-{bus_of(monitor.connector)}"
    os.chmod(node, 0)
    holder.kill()
    wait_for_reason(monitor, "its bus cannot be opened: permission denied")
    time.sleep(3)
    assert_silence()
    allowed = now()
    os.chmod(node, 0o660)
    after = monitor.milliseconds_to(40, allowed)
    wait_for_state(monitor, "free")
    assert after < 6000, after
    return f"base {after:.0f} ms after the rights came"


@case
def no_i2c_dev():
    """The module that makes the device files is not loaded."""
    monitor = connect()
    holder = hold(monitor)
    # An exchange that is under way has the device file open.
    run("modprobe", "--remove", "--wait", "5000", "i2c-dev")
    holder.kill()
    wait_for_reason(monitor, "its bus cannot be opened: no such file or directory")
    loaded = now()
    run("modprobe", "i2c-dev")
    after = monitor.milliseconds_to(40, loaded)
    wait_for_state(monitor, "free")
    return f"base {after:.0f} ms after the module was loaded"


@case
def no_socket():
    monitor = connect()
    service.systemctl("stop", "brightnessd-ddc.socket")
    holder = Holder(80)
    wait_for_reason(monitor, "cannot connect to")
    started = now()
    service.systemctl("start", "brightnessd-ddc.socket")
    after = monitor.milliseconds_to(80, started)
    wait_for_state(monitor, "held")
    clear_messages()
    restored(monitor, holder)
    return f"held {after:.0f} ms after the socket came"


def killed_at(milliseconds, target):
    """Kills a process at a moment of a restore whose messages are slow; the restore is done all the same."""
    monitor = connect(reply_delay_ms=200, delay_ms=200)
    holder = hold(monitor)
    killed = holder.kill()
    time.sleep(milliseconds / 1000)
    former = service.daemon()
    for process in workers() if target == "worker" else [former]:
        os.kill(process, signal.SIGKILL)
    if target == "daemon":
        wait_for_next_daemon(former)
    after = monitor.milliseconds_to(40, killed)
    # A daemon that was started after the restore has no reason to read the monitor. The monitors of
    # the moments before were held as well: what is pending for one of them would stay on record
    # when it is removed.
    is_done = lambda: view(monitor).get("state") in ("free", "unread") and not os.path.exists(RECORDS)
    wait_until(is_done, lambda: f"the restore is done: {view(monitor)}, {monitor.messages}")
    assert set(monitor.sets) == {40} and len(monitor.sets) <= 2, monitor.messages
    return after


@case
def killed_worker():
    """At each moment of a restore: before its first reply, between two messages, in the write, in its check, and after it."""
    return f"base at most {max(killed_at(moment, 'worker') for moment in range(0, 1000, 100)):.0f} ms after the death"


@case
def killed_daemon():
    service.systemctl("reset-failed", "brightnessd.service")
    found = []
    for moment in range(0, 1000, 200):
        found.append(killed_at(moment, "daemon"))
        service.systemctl("reset-failed", "brightnessd.service")
    return f"base at most {max(found):.0f} ms after the death"


run_cases()
