"""Suspend to RAM while a light is held: the kernel turns the light off and on, and the hold continues."""

from vm import Holder, Light, run, wait_for_state

panel = Light.add()
holder = Holder(80)
panel.wait_for(800)
panel.clear_writes()

run("rtcwake", "--mode", "mem", "--seconds", "10")
panel.wait_for(800)
wait_for_state(panel, "held")
writes = [write.requested for write in panel.writes]
killed = holder.kill()

print(f"base {panel.milliseconds_to(600, killed)} after the death, which followed the sleep")
assert writes == [0, 800], writes
wait_for_state(panel, "free")
panel.remove()
