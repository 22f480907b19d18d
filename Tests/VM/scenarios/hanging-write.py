"""A write hangs in the kernel: another light and the clients do not wait, and no death of the daemon loses what is owed."""

from vm import Holder, Light, kill_daemon, known, wait_another, wait_standing, wait_until

slow, quick = Light.made("panel0"), Light.made("panel1")
holder = Holder(80)
slow.wait_for(800)
quick.wait_for(800)

slow.set("delay_ms", 5000)
moment = holder.kill()
quick_after = quick.milliseconds_to(600, moment)
wait_until(lambda: "reason" in known("panel0"), lambda: f"it is told that it hangs: {known('panel0')}")
# Its file would answer when the write is over.
during = (slow.kept, known("panel0")["state"])
_, daemon = kill_daemon()
slow_after = slow.milliseconds_to(600, moment)
slow.set("delay_ms", 0)
wait_another(daemon)
wait_standing(slow, "free")

assert during == (800, "restoring"), during
print(f"base of the other {quick_after} after the death, of the slow one {slow_after}; the daemon was killed meanwhile")
slow.remove()
quick.remove()
