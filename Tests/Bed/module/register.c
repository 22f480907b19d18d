// SPDX-License-Identifier: GPL-2.0
/* The register at the bottom of a light, and the log of what came down to it. */

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "bedlight.h"

static int bed_outcome(struct bed_light *light, u32 value)
{
	int result = -(int)light->fail_errno;

	if (!result && !light->dead)
		light->level = light->step > 1 ? value - value % light->step : value;
	if (result && light->fail_left && --light->fail_left == 0)
		light->fail_errno = 0;
	return result;
}

static void bed_note(struct bed_light *light, u32 value, int result)
{
	struct bed_write *entry = &light->log[light->log_head++ % BED_LOG_LENGTH];

	if (light->log_head - light->log_tail > BED_LOG_LENGTH)
		light->log_tail = light->log_head - BED_LOG_LENGTH;
	entry->ns = ktime_get_ns();
	entry->asked = value;
	entry->kept = light->level;
	entry->result = result;
	entry->process = task_tgid_nr(current);
	get_task_comm(entry->command, current);
}

int bed_write(struct bed_light *light, u32 value)
{
	u32 delay = READ_ONCE(light->delay_ms);
	int result;

	if (delay)
		msleep(delay);
	spin_lock(&light->lock);
	result = bed_outcome(light, value);
	bed_note(light, value, result);
	spin_unlock(&light->lock);
	return result;
}

static int bed_log_show(struct seq_file *file, void *unused)
{
	struct bed_light *light = file->private;
	u32 at;

	spin_lock(&light->lock);
	for (at = light->log_tail; at != light->log_head; at++) {
		struct bed_write *entry = &light->log[at % BED_LOG_LENGTH];

		seq_printf(file, "%llu %u %u %d %d %s\n", entry->ns, entry->asked, entry->kept,
			   entry->result, entry->process, entry->command);
	}
	spin_unlock(&light->lock);
	return 0;
}

static int bed_log_open(struct inode *inode, struct file *file)
{
	return single_open(file, bed_log_show, inode->i_private);
}

static ssize_t bed_log_clear(struct file *file, const char __user *text, size_t length, loff_t *position)
{
	struct bed_light *light = ((struct seq_file *)file->private_data)->private;

	spin_lock(&light->lock);
	light->log_tail = light->log_head;
	spin_unlock(&light->lock);
	return length;
}

const struct file_operations bed_log_operations = {
	.owner = THIS_MODULE,
	.open = bed_log_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.write = bed_log_clear,
	.release = single_release,
};
