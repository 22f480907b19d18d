"""The package is upgraded while a light is held."""

import service
from vm import Holder, Light, run, wait_for_state

panel = Light.add()
holder = Holder(80)
panel.wait_for(800)
before = service.daemon()

run("dpkg", "--install", "successor.deb")
wait_for_state(panel, "held")
levels = {write.requested for write in panel.writes}
after = service.daemon()
killed = holder.kill()

print(f"base {panel.milliseconds_to(600, killed)} after the death, by the next daemon")
assert after not in (0, before), (before, after)
assert levels == {800}, panel.writes
panel.remove()
