/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Backlights and LEDs with no hardware under them, made, broken and taken away while the machine runs.
 *
 * They are registered as any driver does, so that the kernel, udev and systemd see what a laptop would show. Only the register at
 * the bottom is a variable, and a folder for each in /sys/kernel/debug/testlight says how it behaves.
 */
#ifndef BEDLIGHT_H
#define BEDLIGHT_H

#include <linux/backlight.h>
#include <linux/leds.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#define TL_NAME_LENGTH 64
#define TL_LOG_LENGTH 1024

/* A write that came down to the register. */
struct tl_write {
	u64 ns;
	u32 asked;
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
	struct platform_device *home;		/* its parent, where that was made for it */
	struct dentry *folder;

	u32 level;		/* what it shows; set from outside, it has moved in silence */
	u32 fail_errno;		/* what a write answers; 0: none fails */
	u32 fail_left;		/* how many writes fail; 0: all, until fail_errno is 0 */
	u32 delay_ms;		/* how long a write lasts, with no way to interrupt it */
	u32 step;		/* only multiples of it are kept */
	u32 dead;		/* 1: a write succeeds, and nothing comes of it */

	spinlock_t lock;	/* what follows, and the level */
	struct tl_write *log;
	u32 log_head;		/* writes in all */
	u32 log_tail;		/* the first that is still told */
};

/* What a light is asked to be. */
struct tl_wish {
	bool is_led;
	u32 maximum;
	u32 level;
	enum backlight_type type;
	const char *parent;
};

extern const struct file_operations tl_log_operations;
extern const struct file_operations tl_firmware_operations;

int tl_write(struct tl_light *light, u32 value);
struct tl_light *tl_make(const char *name, const struct tl_wish *wish, struct dentry *above);
void tl_unmake(struct tl_light *light);

#endif
