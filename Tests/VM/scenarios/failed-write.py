"""A write of the base level fails, and its file shows it all the same: the restore stays pending until the light has it."""

import errno

from vm import Holder, Light, wait_for_state, wait_until


def failed_writes():
    return [write for write in panel.writes if write.result == -errno.EIO]


panel = Light.add()
holder = Holder(80)
panel.wait_for(800)

panel.set("fail_errno", errno.EIO)
killed = holder.kill()
# Not by the state, which is "restoring" already before the first write.
wait_until(failed_writes, lambda: f"a write of {panel.name} has failed: {panel.writes}")
pending = (panel.level, panel.shown)
wait_for_state(panel, "restoring")
panel.set("fail_errno", 0)
after = panel.milliseconds_to(600, killed)

assert pending == (600, 800), (pending, panel.writes)
wait_for_state(panel, "free")
print(f"base {after} after the death, failed writes: {len(failed_writes())}")
panel.remove()
