"""The base cannot be written, and the kernel shows it all the same: it is owed until the light shows it."""

import errno

from vm import Holder, Light, wait_standing

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)

panel.set("fail_errno", errno.EIO)
moment = holder.kill()
wait_standing(panel, "restoring")
seen = (panel.level, panel.shown)
panel.set("fail_errno", 0)
after = panel.milliseconds_to(600, moment)

failed = sum(write.result == -errno.EIO for write in panel.writes)
assert seen == (600, 800) and failed > 0, (seen, panel.writes)
wait_standing(panel, "free")
print(f"base {after} after the death, and {failed} that failed")
panel.remove()
