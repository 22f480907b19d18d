// SPDX-License-Identifier: GPL-2.0-only
/* I2C buses, and the log of every message on them, also of those that nothing acknowledges. */

#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "monitors.h"

#define TL_MESSAGES 2048

DEFINE_SPINLOCK(tl_wire);
LIST_HEAD(tl_buses);

/* Protected by tl_wire. */
static struct tl_message *tl_messages;
static u32 tl_head;		/* number of all messages */
static u32 tl_tail;		/* the first that is still listed */

/* Sleeps as a driver on a slow bus does: uninterruptibly, until the monitor is unplugged. Returns
   whether it still is plugged in. */
bool tl_wait_plugged(struct tl_bus *bus, struct tl_monitor *monitor, u32 ms)
{
	if (ms)
		wait_event_timeout(bus->unplugged, READ_ONCE(bus->monitor) != monitor, msecs_to_jiffies(ms));
	return READ_ONCE(bus->monitor) == monitor;
}

static bool tl_overlaps(struct tl_bus *bus, u64 now)
{
	struct tl_bus *other;

	list_for_each_entry(other, &tl_buses, node)
		if (other != bus && other->card == bus->card && (other->is_busy || now < other->reply_due_until))
			return true;
	return false;
}

static struct tl_monitor *tl_begin(struct tl_bus *bus, struct tl_message *entry)
{
	struct tl_monitor *monitor;

	spin_lock(&tl_wire);
	entry->begun = ktime_get_ns();
	if (tl_overlaps(bus, entry->begun))
		entry->marks |= BIT(TL_OVERLAPS);
	bus->is_busy = true;
	bus->reply_due_until = 0;
	monitor = bus->monitor;
	if (monitor) {
		monitor->users++;
		strscpy(entry->monitor, monitor->name, sizeof(entry->monitor));
	}
	spin_unlock(&tl_wire);
	return monitor;
}

/* Call it with tl_wire. */
static void tl_note(const struct tl_message *entry)
{
	tl_messages[tl_head++ % TL_MESSAGES] = *entry;
	if (tl_head - tl_tail > TL_MESSAGES)
		tl_tail = tl_head - TL_MESSAGES;
}

static void tl_end(struct tl_bus *bus, struct tl_monitor *monitor, struct tl_message *entry)
{
	spin_lock(&tl_wire);
	bus->is_busy = false;
	entry->ended = ktime_get_ns();
	if (monitor) {
		monitor->users--;
		monitor->latest = entry->ended;
	}
	tl_note(entry);
	spin_unlock(&tl_wire);
}

/*
 * The time that the address and the bytes take at 100 kHz, nine clocks a byte. Spent busily, as by
 * i2c-algo-bit: a sleep of 1 ms takes up to 2 ms in an emulated machine.
 */
static void tl_clock(u64 begun, int length)
{
	u64 end = begun + (length + 1) * 90 * NSEC_PER_USEC;

	while (ktime_get_ns() < end)
		cpu_relax();
}

/*
 * NVIDIA's driver refuses flags that it was not built with: I2C_M_DMA_SAFE, which i2c-dev sets for
 * I2C_RDWR, and not for read() and write(). Source: kernel-open/nvidia/nv-i2c.c in
 * NVIDIA/open-gpu-kernel-modules.
 */
static bool tl_refuses(struct tl_bus *bus, struct i2c_msg *message)
{
	return bus->place == TL_NVIDIA && message->flags & ~I2C_M_RD;
}

/*
 * Behind a passive adapter nothing answers on the AUX channel: AUX_RET_ERROR_TIMEOUT in
 * dm_dp_aux_transfer, amdgpu_dm_mst_types.c of Linux 6.1 and 6.12.
 */
static bool tl_is_deserted(struct tl_bus *bus, struct i2c_adapter *adapter)
{
	return bus->place == TL_PASSIVE && adapter == &bus->adapter;
}

static int tl_send(struct tl_bus *bus, struct i2c_adapter *adapter, struct i2c_msg *message)
{
	struct tl_message entry = {
		.address = message->addr, .length = message->len, .is_read = message->flags & I2C_M_RD,
		.process = task_tgid_nr(current), .monitor = "-",
	};
	struct tl_monitor *monitor = NULL;

	strscpy(entry.bus, bus->name, sizeof(entry.bus));
	get_task_comm(entry.command, current);
	if (tl_refuses(bus, message) || tl_is_deserted(bus, adapter)) {
		entry.begun = ktime_get_ns();
		entry.marks = BIT(TL_REFUSED);
		entry.result = tl_is_deserted(bus, adapter) ? -ETIMEDOUT : -EINVAL;
		spin_lock(&tl_wire);
		entry.ended = entry.begun;
		tl_note(&entry);
		spin_unlock(&tl_wire);
		return entry.result;
	}
	monitor = tl_begin(bus, &entry);
	tl_clock(entry.begun, message->len);
	entry.result = monitor ? tl_handle(monitor, bus, message, &entry) : -ENXIO;
	memcpy(entry.bytes, message->buf, min_t(size_t, message->len, sizeof(entry.bytes)));
	tl_end(bus, monitor, &entry);
	return entry.result;
}

static int tl_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int at, result;

	for (at = 0; at < count; at++) {
		result = tl_send(adapter->algo_data, adapter, &messages[at]);
		if (result)
			return result;
	}
	return count;
}

static u32 tl_functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm tl_algorithm = {
	.master_xfer = tl_transfer,
	.functionality = tl_functions,
};

static int tl_adapter_add(struct tl_bus *bus, struct i2c_adapter *adapter, struct device *parent)
{
	adapter->owner = THIS_MODULE;
	adapter->algo = &tl_algorithm;
	adapter->algo_data = bus;
	adapter->dev.parent = parent;
	return i2c_add_adapter(adapter);
}

/*
 * The parent of a hub's bus is the card and not the connector, and all have this name
 * (drm_dp_mst_register_i2c_bus and drm_dp_mst_add_port in
 * drivers/gpu/drm/display/drm_dp_mst_topology.c of Linux 6.1 and 6.12).
 */
int tl_bus_add(struct tl_bus *bus, struct device *parent)
{
	struct i2c_adapter *adapter = &bus->adapter;
	int result;

	if (bus->place == TL_HUB)
		strscpy(adapter->name, "DPMST", sizeof(adapter->name));
	else if (bus->place == TL_NVIDIA)
		snprintf(adapter->name, sizeof(adapter->name), "NVIDIA i2c adapter %.24s", bus->name);
	else
		snprintf(adapter->name, sizeof(adapter->name), bus->has_connector ? "testlight %.32s" : "%.32s", bus->name);
	result = tl_adapter_add(bus, adapter, parent);
	bus->is_added = !result;
	return result;
}

int tl_pins_add(struct tl_bus *bus, struct device *parent)
{
	int result;

	snprintf(bus->pins.name, sizeof(bus->pins.name), "testlight %.32s", bus->name);
	result = tl_adapter_add(bus, &bus->pins, parent);
	bus->has_pins = !result;
	return result;
}

/* Waits until no process has the bus open, as in every driver. */
void tl_bus_remove(struct tl_bus *bus)
{
	if (bus->is_added)
		i2c_del_adapter(&bus->adapter);
	if (bus->has_pins)
		i2c_del_adapter(&bus->pins);
	bus->is_added = false;
	bus->has_pins = false;
}

void tl_set_asleep(struct tl_bus *bus, bool is_asleep)
{
	struct tl_monitor *monitor;

	spin_lock(&tl_wire);
	monitor = bus->monitor;
	if (monitor && bus->is_asleep && !is_asleep) {
		monitor->deaf_until = ktime_get_ns() + (u64)monitor->wake_ms * NSEC_PER_MSEC;
		if (monitor->wake_level != TL_OFF)
			monitor->level = monitor->wake_level;
	}
	bus->is_asleep = is_asleep;
	spin_unlock(&tl_wire);
}

static void tl_print_marks(struct seq_file *file, u32 marks)
{
	static const char *const names[] = {
		"overlaps", "asleep", "deaf", "early", "locked", "other", "malformed", "refused",
	};
	int bit;

	for (bit = 0; bit < ARRAY_SIZE(names); bit++)
		if (marks & BIT(bit))
			seq_printf(file, "%s,", names[bit]);
}

/* One line a message; the marks end with a comma each, so that a line always has the same number of
   words. */
static int tl_messages_show(struct seq_file *file, void *unused)
{
	u32 at;

	spin_lock(&tl_wire);
	for (at = tl_tail; at != tl_head; at++) {
		struct tl_message *entry = &tl_messages[at % TL_MESSAGES];
		int length = min_t(int, entry->length, sizeof(entry->bytes));

		seq_printf(file, "%llu %llu %s %s 0x%02x %c %u %d -,", entry->begun, entry->ended, entry->bus, entry->monitor,
			   entry->address, entry->is_read ? 'r' : 'w', entry->length, entry->result);
		tl_print_marks(file, entry->marks);
		seq_printf(file, " %d -%*phN %s\n", entry->process, length, entry->bytes, entry->command);
	}
	spin_unlock(&tl_wire);
	return 0;
}

static int tl_messages_open(struct inode *inode, struct file *file)
{
	return single_open(file, tl_messages_show, NULL);
}

static ssize_t tl_messages_clear(struct file *file, const char __user *text, size_t length, loff_t *position)
{
	spin_lock(&tl_wire);
	tl_tail = tl_head;
	spin_unlock(&tl_wire);
	return length;
}

const struct file_operations tl_messages_operations = {
	.owner = THIS_MODULE,
	.open = tl_messages_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.write = tl_messages_clear,
	.release = single_release,
};

int tl_messages_start(void)
{
	tl_messages = kvcalloc(TL_MESSAGES, sizeof(*tl_messages), GFP_KERNEL);
	return tl_messages ? 0 : -ENOMEM;
}

void tl_messages_end(void)
{
	kvfree(tl_messages);
}
