// SPDX-License-Identifier: GPL-2.0-only
/* A monitor as an object with files: its level, its EDID, and a knob for each fault. */

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "monitors.h"

#define TL_KNOB(name) { #name, offsetof(struct tl_monitor, name) }
static const struct {
	const char *name;
	size_t offset;
} tl_knobs[] = {
	TL_KNOB(maximum), TL_KNOB(fail_errno), TL_KNOB(fail_left), TL_KNOB(delay_ms), TL_KNOB(step), TL_KNOB(dead), TL_KNOB(apply_ms),
	TL_KNOB(revert_ms), TL_KNOB(reply_errno), TL_KNOB(reply_left), TL_KNOB(reply_delay_ms), TL_KNOB(ready_ms), TL_KNOB(null_replies),
	TL_KNOB(wrong_sums), TL_KNOB(shape), TL_KNOB(shape_left), TL_KNOB(read_as), TL_KNOB(wake_ms), TL_KNOB(wake_level),
	TL_KNOB(shortest_gap_ms), TL_KNOB(trap_other), TL_KNOB(locked), TL_KNOB(panic_in),
	TL_KNOB(edid_from), TL_KNOB(edid_zeros),
};

static int tl_level_get(void *data, u64 *level)
{
	struct tl_monitor *monitor = data;

	spin_lock(&tl_wire);
	tl_settle(monitor);
	*level = monitor->level;
	spin_unlock(&tl_wire);
	return 0;
}

/* As by the monitor's own buttons: without an event. */
static int tl_level_set(void *data, u64 level)
{
	struct tl_monitor *monitor = data;

	spin_lock(&tl_wire);
	monitor->level = level;
	monitor->apply_at = 0;
	monitor->revert_at = 0;
	spin_unlock(&tl_wire);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(tl_level_operations, tl_level_get, tl_level_set, "%llu\n");

/* Connectors show a new EDID when the monitor is plugged in. */
static ssize_t tl_edid_write(struct file *file, const char __user *bytes, size_t length, loff_t *position)
{
	struct tl_monitor *monitor = file->private_data;
	u8 *copy = length <= TL_EDID_LENGTH ? memdup_user(bytes, length) : ERR_PTR(-E2BIG);

	if (IS_ERR(copy))
		return PTR_ERR(copy);
	spin_lock(&tl_wire);
	memset(monitor->edid, 0, TL_EDID_LENGTH);
	memcpy(monitor->edid, copy, length);
	monitor->edid_length = length;
	spin_unlock(&tl_wire);
	kfree(copy);
	return length;
}

static const struct file_operations tl_edid_operations = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = tl_edid_write,
	.llseek = noop_llseek,
};

struct tl_monitor *tl_monitor_make(const char *name, u32 maximum, u32 level, struct dentry *above)
{
	struct tl_monitor *monitor = kzalloc(sizeof(*monitor), GFP_KERNEL);
	int at;

	if (!monitor)
		return NULL;
	strscpy(monitor->name, name, sizeof(monitor->name));
	monitor->maximum = maximum;
	monitor->level = level;
	monitor->read_as = TL_OFF;
	monitor->wake_level = TL_OFF;
	monitor->edid_from = TL_OFF;
	monitor->folder = debugfs_create_dir(name, above);
	for (at = 0; at < ARRAY_SIZE(tl_knobs); at++)
		debugfs_create_u32(tl_knobs[at].name, 0600, monitor->folder, (void *)monitor + tl_knobs[at].offset);
	debugfs_create_file_unsafe("level", 0600, monitor->folder, monitor, &tl_level_operations);
	debugfs_create_file("edid", 0200, monitor->folder, monitor, &tl_edid_operations);
	return monitor;
}

/* The monitor is plugged in nowhere, and has no message under way. */
void tl_monitor_free(struct tl_monitor *monitor)
{
	debugfs_remove_recursive(monitor->folder);
	kfree(monitor);
}
