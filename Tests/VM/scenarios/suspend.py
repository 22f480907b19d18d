"""The machine sleeps while a light is held: the kernel puts it out and lights it again, and the hold goes on."""

from vm import Holder, Light, run, wait_standing

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)
panel.forget_writes()

run("rtcwake", "--mode", "mem", "--seconds", "10")
panel.wait_for(800)
wait_standing(panel, "held")
slept = [write.asked for write in panel.writes]
moment = holder.kill()

print(f"base {panel.milliseconds_to(600, moment)} after the death, which came after the sleep")
assert slept == [0, 800], slept
panel.remove()
