/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Backlights and LEDs without hardware, which are added, made to fail and removed at run time.
 *
 * They are registered like those of any driver, so that the kernel, udev and systemd handle them as
 * on a laptop. Only the hardware register is a variable. Each light has a folder in
 * /sys/kernel/debug/testlight that controls its behaviour.
 */
#ifndef TESTLIGHT_H
#define TESTLIGHT_H

#include <linux/backlight.h>
#include <linux/leds.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#define TL_NAME_LENGTH 64
#define TL_LOG_LENGTH 1024

/* A write that reached the register. */
struct tl_write {
	u64 ns;
	u32 requested;
	u32 kept;
	int result;
	pid_t process;
	char command[TASK_COMM_LEN];
};

struct tl_light {
	struct list_head node;
	char name[TL_NAME_LENGTH];
	struct backlight_device *backlight;	/* NULL: it is an LED */
	struct led_classdev led;
	struct platform_device *home;		/* its parent, if it was created for the light */
	struct dentry *folder;

	u32 level;		/* what it shows; setting it in debugfs changes it without an event */
	u32 fail_errno;		/* the error of writes; 0: none fails */
	u32 fail_left;		/* how many writes fail; 0: all, until fail_errno is 0 */
	u32 delay_ms;		/* duration of a write, uninterruptible */
	u32 step;		/* only multiples of it are kept */
	u32 dead;		/* 1: a write succeeds without effect */

	spinlock_t lock;	/* protects the fields below, and the level */
	struct tl_write *log;
	u32 log_head;		/* number of all writes */
	u32 log_tail;		/* the first that is still listed */
};

/* Options of a new light. */
struct tl_options {
	bool is_led;
	u32 maximum;
	u32 level;
	enum backlight_type type;
	const char *parent;
};

extern const struct file_operations tl_log_operations;
extern const struct file_operations tl_firmware_operations;

int tl_write(struct tl_light *light, u32 value);
struct tl_light *tl_make(const char *name, const struct tl_options *options, struct dentry *above);
void tl_unmake(struct tl_light *light);
struct device *tl_connector_device(const char *name);
int tl_make_internal(const char *name);

#endif
