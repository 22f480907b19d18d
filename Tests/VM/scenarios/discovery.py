"""Which of several drivers has the panel."""

from vm import Light, lights, names, run, wait_until

firmware = {"acpi_video0", "chromeos::kbd_backlight"}
raw = {"intel_backlight", "chromeos::kbd_backlight"}
Light.plugged("intel_backlight", type="raw", max=19393, level=9000, parent="card0-Virtual-1").settle()

wait_until(lambda: set(names()) == firmware, lambda: f"firmware comes first: {names()}")
kinds = {light["id"]: light["kind"] for light in lights()}
run("modprobe", "--remove", "video")
wait_until(lambda: set(names()) == raw, lambda: f"what is left is the panel: {names()}")
run("modprobe", "video")
wait_until(lambda: set(names()) == firmware, lambda: f"the firmware's panel is back: {names()}")

assert kinds == {"backlight/acpi_video0": "panel", "leds/chromeos::kbd_backlight": "keyboard"}, kinds
Light("intel_backlight").remove()
print("acpi_video0, without it intel_backlight, with it acpi_video0")
