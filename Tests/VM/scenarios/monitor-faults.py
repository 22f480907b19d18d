"""What monitors do wrong while the daemon restores them: each fault of docs/monitors.md that a message can have."""

import errno
import os
import time

import client
from cases import case, run_cases
from monitors import Card, assert_harmless, dpms, messages
from restores import connect, ended, hold, restored, view, wait_for_reason, wait_for_state
from vm import Holder, Light, now, read, run


def with_faults(**faults):
    """The restore of a monitor that has these faults from the end of the hold on."""
    monitor = connect()
    return restored(monitor, hold(monitor), **faults), monitor.sets


def restored_by_one_write(**faults):
    after, sets = with_faults(**faults)
    assert sets == [40], sets
    return after


@case
def two_writes():
    """A hold and its release; a hold of the level that is shown needs none."""
    monitor = connect()
    holder = hold(monitor)
    after = restored(monitor, holder)
    assert monitor.sets == [40], monitor.messages
    hold(monitor, percent=40).kill()
    wait_for_state(monitor, "free")
    assert monitor.sets == [], monitor.messages
    return after


@case
def not_acknowledged():
    after, sets = with_faults(fail_errno=errno.ENXIO, fail_left=3)
    assert sets == [40] * 4, sets
    return after


@case
def reply_refused():
    return restored_by_one_write(reply_errno=errno.EIO, reply_left=3)


@case
def null_replies():
    return restored_by_one_write(null_replies=9)


@case
def wrong_checksums():
    return restored_by_one_write(wrong_sums=7)


@case
def slow_replies():
    return restored_by_one_write(ready_ms=180)


@case
def ignores_changes():
    """Three writes, a reason, and a pending restore that the next call brings to its end."""
    monitor = connect()
    holder = hold(monitor)
    monitor.set("dead", 1)
    holder.kill()
    wait_for_reason(monitor, "written, not confirmed")
    assert (monitor.sets, view(monitor)["state"]) == ([40] * 3, "restoring"), monitor.messages
    ended(monitor)
    assert monitor.level == 40


@case
def rounds():
    monitor = connect(step=7)
    return restored(monitor, hold(monitor), level=35)


@case
def write_hangs():
    """Neither a panel nor another monitor of the card waits."""
    first, second = Card("DP", "DP").connectors
    hanging, quick, panel = connect(first), connect(second), Light.add()
    holder = hold(hanging, quick)
    panel.wait_for(800)
    hanging.set("delay_ms", 5000)
    killed = holder.kill()
    other, own = panel.milliseconds_to(600, killed), quick.milliseconds_to(40, killed)
    after = hanging.milliseconds_to(40, killed)
    assert own < 3000 < 5000 <= after, (own, after)
    hanging.heal()
    wait_for_state(hanging, "free")
    panel.remove()
    return f"panel {other}, the other monitor {own:.0f} ms, this one {after:.0f} ms after the death"


@case
def buttons():
    """A change by the monitor's own buttons during a hold is the user's."""
    monitor = connect()
    holder = hold(monitor)
    monitor.set("level", 55)
    holder.kill()
    wait_for_state(monitor, "free")
    assert (monitor.level, monitor.sets, view(monitor)["baseRaw"]) == (55, [], 55), monitor.messages


@case
def buttons_then_set():
    """A level that is set after that counts."""
    monitor = connect()
    holder = hold(monitor)
    monitor.set("level", 55)
    run("brightness", "set", "70%", monitor.light)
    assert (monitor.level, view(monitor)["baseRaw"]) == (70, 70), monitor.messages
    holder.kill()
    wait_for_state(monitor, "free")
    assert monitor.sets == [70], monitor.messages


@case
def ranges():
    narrow, wide = (connect(maximum=maximum, level=maximum // 2) for maximum in (50, 7000))
    holder = hold(narrow, wide)
    assert (narrow.level, wide.level) == (40, 5600)
    killed = holder.kill()
    after = max(narrow.milliseconds_to(25, killed), wide.milliseconds_to(3500, killed))
    wait_for_state(narrow, "free")
    wait_for_state(wide, "free")
    return f"base {after:.0f} ms after the death"


@case
def maximum_of_zero():
    monitor = connect(maximum=0)
    connection = client.Client()
    try:
        connection.call("Lights.Get", light=monitor.light)
        raise AssertionError("it has a level")
    except client.ErrorReply:
        pass
    connection.close()
    assert "it has no brightness" in view(monitor)["reason"], view(monitor)
    assert [message.kind for message in messages()] == ["get", "reply"], messages()


@case
def always_zero():
    """Found at the end of a hold, it says nothing: one write, which is not confirmed."""
    monitor = connect()
    holder = hold(monitor)
    monitor.set("read_as", 0)
    holder.kill()
    wait_for_reason(monitor, "written, not confirmed")
    assert (monitor.sets, monitor.level) == ([40], 40), monitor.messages
    ended(monitor)


@case
def above_the_maximum():
    """Says nothing: one write, which is not confirmed."""
    monitor = connect()
    holder = hold(monitor)
    monitor.set("read_as", 255)
    holder.kill()
    wait_for_reason(monitor, "written, not confirmed")
    assert (monitor.sets, monitor.level) == ([40], 40), monitor.messages
    ended(monitor)


@case
def stale():
    monitor = connect(read_as=40)
    holder = Holder(80)
    wait_for_reason(monitor, "written, not confirmed")
    assert monitor.sets == [80] * 3, monitor.messages
    holder.kill()
    ended(monitor)


@case
def applies_late():
    monitor = connect(apply_ms=1000)
    holder = hold(monitor)
    monitor.wait_for(80)
    after = restored(monitor, holder)
    assert monitor.sets == [40], monitor.messages
    return after


@case
def reverts():
    """A monitor that goes back by itself is not written again and again."""
    monitor = connect(revert_ms=1000)
    holder = hold(monitor)
    monitor.wait_for(40)
    holder.kill()
    wait_for_state(monitor, "free")
    assert (monitor.sets, monitor.level) == ([], 40), monitor.messages


@case
def forgets_asleep():
    """A claim is written again after a sleep without an event."""
    monitor = connect(wake_level=100)
    holder = hold(monitor)
    dpms(monitor.connector, "Off")
    time.sleep(6)
    assert not messages(), messages()
    awake = now()
    dpms(monitor.connector, "On")
    after = monitor.milliseconds_to(80, awake)
    wait_for_state(monitor, "held")
    restored(monitor, holder)
    return f"held again {after:.0f} ms after it woke up"


@case
def left_without_a_claim():
    monitor = connect(wake_level=100)
    restored(monitor, hold(monitor))
    before = len(messages())
    dpms(monitor.connector, "Off")
    time.sleep(6)
    dpms(monitor.connector, "On")
    time.sleep(6)
    assert (monitor.level, len(messages())) == (100, before), messages()


def slept(monitor, holder, mode):
    """Ends a hold while its monitor is asleep, which gets no message, and wakes it up: its base comes back."""
    dpms(monitor.connector, mode)
    holder.kill()
    wait_for_reason(monitor, "it is asleep")
    assert not messages(), messages()
    awake = now()
    dpms(monitor.connector, "On")
    after = monitor.milliseconds_to(40, awake)
    wait_for_state(monitor, "free")
    return f"base {after:.0f} ms after it woke up"


@case
def asleep():
    monitor = connect()
    after = slept(monitor, hold(monitor), "Standby")
    assert_harmless()
    return after


@case
def silent_after_sleep():
    monitor = connect(wake_ms=8000)
    after = slept(monitor, hold(monitor), "Off")
    assert monitor.sets == [40], monitor.messages
    return after


@case
def locks_up():
    """When it is hurried, or at other messages."""
    monitor = connect(shortest_gap_ms=35, trap_other=1)
    restored(monitor, hold(monitor))
    after = restored(monitor, hold(monitor, percent=60))
    assert monitor.get("locked") == 0, monitor.messages
    return after


@case
def shapes():
    for shape in ("doubled", "no flag"):
        after, sets = with_faults(shape=shape)
        assert sets == [40], (shape, sets)
    for shape in ("short", "other feature", "shifted", "zeros", "ones"):
        after, sets = with_faults(shape=shape, shape_left=2)
        assert sets == [40], (shape, sets)
    return after


@case
def nvidia():
    """Every connector says "disabled": `dpms` alone tells whether the monitor shows a picture."""
    monitor = connect(Card("DP:nvidia", "DP:nvidia").connectors[1])
    folder = f"/sys/class/drm/{monitor.connector}"
    driver = os.path.basename(os.path.realpath(f"{folder}/device/device/driver"))
    assert (driver, read(f"{folder}/enabled"), read(f"{folder}/dpms")) == ("nvidia", "disabled", "On")
    return slept(monitor, hold(monitor), "Off")


@case
def one_exchange_at_a_time():
    """Four monitors of one card: no exchange overlaps with another."""
    monitors = [connect(connector) for connector in Card("DP", "DP", "DP", "DP").connectors]
    holder = hold(*monitors)
    killed = holder.kill()
    after = max(monitor.milliseconds_to(40, killed) for monitor in monitors)
    for monitor in monitors:
        wait_for_state(monitor, "free")
    assert_harmless()
    return f"all bases {after:.0f} ms after the death"


@case
def flood():
    """Many claims in a short time: few writes, one line of the log, and the base in the end."""
    monitor = connect()
    holders = [hold(monitor)]
    since = time.time()
    for number in range(120):
        connection = client.Client()
        connection.send("Sessions.Hold", more=True, scene=client.scene_at(20 + number % 60))
        holders.append(connection)
        time.sleep(0.05)
    wait_for_reason(monitor, "programs have written it too often")
    written = len(monitor.sets)
    lines = run("journalctl", "--no-pager", "--unit=brightnessd", f"--since=@{since:.3f}", "--output=cat").count("too often")
    for connection in holders[1:]:
        connection.close()
    killed = holders[0].kill()
    after = monitor.milliseconds_to(40, killed)
    wait_for_state(monitor, "free")
    assert 10 <= written <= 20 and lines == 1, (written, lines)
    return f"{written} writes for 120 claims, base {after:.0f} ms after the death"


run_cases()
