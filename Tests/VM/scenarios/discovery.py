"""The driver that is used for the panel, of several."""

from vm import Light, listed_lights, listed_names, run, wait_until

firmware = {"acpi_video0", "chromeos::kbd_backlight"}
raw = {"intel_backlight", "chromeos::kbd_backlight"}
Light.plug_in("intel_backlight", type="raw", max=19393, level=9000, parent="card0-Virtual-1").wait_for_systemd()

wait_until(lambda: set(listed_names()) == firmware, lambda: f"the firmware's driver is used: {listed_names()}")
kinds = {light["id"]: light["kind"] for light in listed_lights()}
run("modprobe", "--remove", "video")
wait_until(lambda: set(listed_names()) == raw, lambda: f"the raw driver is used: {listed_names()}")
run("modprobe", "video")
wait_until(lambda: set(listed_names()) == firmware, lambda: f"the firmware's driver is used again: {listed_names()}")

assert kinds == {"backlight/acpi_video0": "panel", "leds/chromeos::kbd_backlight": "keyboard"}, kinds
Light("intel_backlight").remove()
print("acpi_video0, without it intel_backlight, then acpi_video0 again")
