"""A write of the base level fails, and its file shows it all the same: the restore stays pending until the light has it."""

import errno

from vm import Holder, Light, wait_for_state

panel = Light.add()
holder = Holder(80)
panel.wait_for(800)

panel.set("fail_errno", errno.EIO)
killed = holder.kill()
wait_for_state(panel, "restoring")
pending = (panel.level, panel.shown)
panel.set("fail_errno", 0)
after = panel.milliseconds_to(600, killed)

failed = sum(write.result == -errno.EIO for write in panel.writes)
assert pending == (600, 800) and failed > 0, (pending, panel.writes)
wait_for_state(panel, "free")
print(f"base {after} after the death, failed writes: {failed}")
panel.remove()
