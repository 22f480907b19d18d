"""A brightness key during a hold: the kernel changes the panel itself, the hold yields, and the level stays."""

import client
from vm import Holder, Light, firmware, listed, run

panel = Light.of_firmware()
run("brightness", "set", "50%", "acpi_video0")
holder = Holder(80)
panel.wait_for(16)
sent = firmware("TCNT")

firmware("TDN")
event = holder.next_event()
base = listed("acpi_video0")["baseRaw"]
holder.kill()
client.Client().call("Sessions.Reset")

assert (event, base, panel.shown) == ("yielded", 15, 15), (event, base, panel.shown)
assert firmware("TCNT") == sent + 1, "the panel was changed twice"
print("changed once, by the kernel")
