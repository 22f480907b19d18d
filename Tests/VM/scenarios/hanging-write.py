"""A write hangs in the kernel: another light and the clients do not wait, and the restore survives the death of the daemon."""

from vm import Holder, Light, kill_daemon, listed, wait_for_next_daemon, wait_for_state, wait_until

slow, quick = Light.add("panel0"), Light.add("panel1")
holder = Holder(80)
slow.wait_for(800)
quick.wait_for(800)

slow.set("delay_ms", 5000)
killed = holder.kill()
quick_after = quick.milliseconds_to(600, killed)
wait_until(lambda: "reason" in listed("panel0"), lambda: f"the light has a reason: {listed('panel0')}")
# Not `shown`: reading its file would wait for the write.
during = (slow.module_level, listed("panel0")["state"])
_, daemon = kill_daemon()
slow_after = slow.milliseconds_to(600, killed)
slow.set("delay_ms", 0)
wait_for_next_daemon(daemon)
wait_for_state(slow, "free")

assert during == (800, "restoring"), during
print(f"base of the other {quick_after} after the death, of the slow one {slow_after}; the daemon was killed meanwhile")
slow.remove()
quick.remove()
