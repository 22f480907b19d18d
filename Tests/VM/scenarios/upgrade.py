"""The package is replaced by the next one while a light is held."""

import service
from vm import Holder, Light, run, wait_standing

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)
before = service.daemon()

run("dpkg", "--install", "successor.deb")
wait_standing(panel, "held")
lived_on = {write.asked for write in panel.writes}
after = service.daemon()
moment = holder.kill()

print(f"base {panel.milliseconds_to(600, moment)} after the death, which the next one saw")
assert after not in (0, before), (before, after)
assert lived_on == {800}, panel.writes
panel.remove()
