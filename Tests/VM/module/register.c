// SPDX-License-Identifier: GPL-2.0-only
/* The hardware register of a light, and the log of its writes. */

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "testlight.h"

static int tl_outcome(struct tl_light *light, u32 value)
{
	int result = -(int)light->fail_errno;

	if (!result && !light->dead)
		light->level = light->step > 1 ? value - value % light->step : value;
	if (result && light->fail_left && --light->fail_left == 0)
		light->fail_errno = 0;
	return result;
}

static void tl_note(struct tl_light *light, u32 value, int result)
{
	struct tl_write *entry = &light->log[light->log_head++ % TL_LOG_LENGTH];

	if (light->log_head - light->log_tail > TL_LOG_LENGTH)
		light->log_tail = light->log_head - TL_LOG_LENGTH;
	entry->ns = ktime_get_ns();
	entry->requested = value;
	entry->kept = light->level;
	entry->result = result;
	entry->process = task_tgid_nr(current);
	get_task_comm(entry->command, current);
}

int tl_write(struct tl_light *light, u32 value)
{
	u32 delay = READ_ONCE(light->delay_ms);
	int result;

	if (delay)
		msleep(delay);
	spin_lock(&light->lock);
	result = tl_outcome(light, value);
	tl_note(light, value, result);
	spin_unlock(&light->lock);
	return result;
}

static int tl_log_show(struct seq_file *file, void *unused)
{
	struct tl_light *light = file->private;
	u32 at;

	spin_lock(&light->lock);
	for (at = light->log_tail; at != light->log_head; at++) {
		struct tl_write *entry = &light->log[at % TL_LOG_LENGTH];

		seq_printf(file, "%llu %u %u %d %d %s\n", entry->ns, entry->requested, entry->kept,
			   entry->result, entry->process, entry->command);
	}
	spin_unlock(&light->lock);
	return 0;
}

static int tl_log_open(struct inode *inode, struct file *file)
{
	return single_open(file, tl_log_show, inode->i_private);
}

static ssize_t tl_log_clear(struct file *file, const char __user *text, size_t length, loff_t *position)
{
	struct tl_light *light = ((struct seq_file *)file->private_data)->private;

	spin_lock(&light->lock);
	light->log_tail = light->log_head;
	spin_unlock(&light->lock);
	return length;
}

const struct file_operations tl_log_operations = {
	.owner = THIS_MODULE,
	.open = tl_log_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.write = tl_log_clear,
	.release = single_release,
};
