"""Two panels of one card, of which a compositor turns one off without an event: a set and the end of a hold reach both."""

from monitors import Card, Monitor, dpms, read, remove_all
from vm import Holder, Light, run, wait_for_state

connectors = Card("eDP", "eDP").connectors
for number, connector in enumerate(connectors):
    Monitor(f"p{number}", connector)
near, far = (Light.add(f"panel{at}", parent=name.split("-", 1)[1]) for at, name in enumerate(connectors))


def turn_off():
    """Turns the second panel off; the daemon looks at all of them at an event of something else."""
    dpms(connectors[1], "disabled")
    run("udevadm", "trigger", "--subsystem-match=drm", "--sysname-match=card0", "--settle")
    assert [read(f"/sys/class/drm/{name}/enabled") for name in connectors] == ["enabled", "disabled"]


run("brightness", "set", "50%")
assert (near.shown, far.shown) == (500, 500), (near.writes, far.writes)

holder = Holder(80)
for light in (near, far):
    light.wait_for(800)
turn_off()
killed = holder.kill()
after = [light.milliseconds_to(500, killed) for light in (near, far)]
for light in (near, far):
    wait_for_state(light, "free")

run("brightness", "set", "30%")
assert (near.shown, far.shown) == (300, 300), (near.writes, far.writes)
for light in (near, far):
    light.remove()
remove_all()
print(f"bases {' and '.join(after)} after the death")
