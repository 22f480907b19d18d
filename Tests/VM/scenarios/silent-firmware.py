"""The firmware moves a held light in silence: nobody's choice, and the base is the person's."""

from vm import Holder, Light

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)

panel.set("level", 700)
moment = holder.kill()

print(f"base {panel.milliseconds_to(600, moment)} after the death")
assert [write.asked for write in panel.writes] == [800, 600], panel.writes
panel.remove()
