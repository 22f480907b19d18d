/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * External monitors that speak DDC/CI, the I2C buses that lead to them, and cards whose connectors
 * show what is plugged in.
 *
 * Connectors, buses and events are real ones of the kernel, so that sysfs, udev and i2c-dev behave
 * as on any machine. Only what a monitor does with a message is played here. A monitor keeps its
 * level and its faults when it is moved to another connector.
 */
#ifndef MONITORS_H
#define MONITORS_H

#include <linux/i2c.h>
#include <linux/list.h>
#include <linux/platform_device.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include <drm/drm_connector.h>

#include "testlight.h"

#define TL_EDID_LENGTH 512
#define TL_REPLY_LENGTH 11
#define TL_OFF U32_MAX		/* the value of a knob that is not in use where 0 means something */

/* The shapes of a reply, by the number in the knob `shape`. */
enum tl_shape {
	TL_NORMAL,
	TL_DOUBLED,		/* the first byte comes twice */
	TL_NO_FLAG,		/* the length without its highest bit */
	TL_SHORT,		/* it ends in the middle */
	TL_OTHER_FEATURE,
	TL_UNSUPPORTED,		/* the monitor says that it has no brightness */
	TL_SHIFTED,		/* the first byte is missing */
	TL_ZEROS,
	TL_ONES,
};

struct tl_monitor {
	struct list_head node;
	char name[TL_NAME_LENGTH];
	struct dentry *folder;
	u8 edid[TL_EDID_LENGTH];
	u32 edid_length;
	u8 edid_at;		/* where the next read of the EDID's memory begins */
	/* where every read begins, as for some hubs that ignore the address; TL_OFF: they respect it */
	u32 edid_from;
	u32 edid_zeros;		/* 1: the memory shows zeros, as behind some hubs */

	/* Knobs, files in the monitor's folder. */
	u32 maximum;
	u32 fail_errno;		/* the error of a Set; 0: none fails */
	u32 fail_left;		/* how many fail; 0: all, until fail_errno is 0 */
	u32 delay_ms;		/* duration of a Set, uninterruptible */
	u32 step;		/* only multiples of it are kept */
	u32 dead;		/* 1: a Set succeeds without effect */
	u32 apply_ms;		/* a Set takes effect so much later */
	u32 revert_ms;		/* the level before a Set comes back so much later */
	u32 reply_errno;	/* the error when a reply is read */
	u32 reply_left;		/* as fail_left */
	u32 reply_delay_ms;	/* duration of a reply, uninterruptible */
	u32 ready_ms;		/* a reply that is read sooner after its request is a null reply */
	u32 null_replies;	/* how many replies have no content */
	u32 wrong_sums;		/* how many replies have a wrong checksum */
	u32 shape;		/* how replies are distorted */
	u32 shape_left;		/* how many are; 0: all */
	u32 read_as;		/* the level that replies contain; TL_OFF: the real one */
	u32 wake_ms;		/* after sleep it acknowledges nothing for so long */
	u32 wake_level;		/* its level after sleep; TL_OFF: that before */
	u32 shortest_gap_ms;	/* a message sooner after the former one locks it up */
	u32 trap_other;		/* 1: any request but Get and Set of the brightness locks it up */
	u32 locked;		/* 1: it acknowledges nothing */
	u32 panic_in;		/* the kernel panics at this message, counted from now */

	/* Protected by tl_wire. */
	u32 level;
	u32 apply_to;
	u64 apply_at;		/* ns; 0: nothing is to be applied */
	u32 revert_to;
	u64 revert_at;		/* ns; 0: nothing comes back */
	u8 reply[TL_REPLY_LENGTH];
	bool has_reply;
	u64 asked_at;		/* the end of the latest request */
	u64 latest;		/* the end of the latest message */
	u64 deaf_until;
	u32 users;		/* messages under way */
};

/* Where a bus is in sysfs. */
enum tl_place {
	TL_CHILD,		/* in the connector's folder, as that of DisplayPort */
	/* the same, and the connector's link `ddc` leads to the bus that reaches the monitor, as behind
	 * a passive adapter */
	TL_PASSIVE,
	TL_DDC,			/* in the card's folder; the connector's link `ddc` leads to it, as for HDMI */
	TL_HUB,			/* in the card's folder, without a link, while a monitor is plugged in */
	/* in the card's folder, without a link; named as by NVIDIA's driver, and refuses what that does */
	TL_NVIDIA,
	TL_UNLINKED,		/* in the card's folder, without a link */
	TL_NONE,		/* there is none */
};

struct tl_bus {
	struct list_head node;
	char name[TL_NAME_LENGTH];	/* that of the connector */
	enum tl_place place;
	struct tl_card *card;
	bool has_connector;
	struct drm_connector connector;
	struct i2c_adapter adapter;
	struct i2c_adapter pins;	/* of TL_PASSIVE, the bus that its link `ddc` leads to */
	bool is_added;
	bool has_pins;
	wait_queue_head_t unplugged;

	/* Protected by tl_wire. */
	struct tl_monitor *monitor;
	bool is_asleep;			/* it carries no picture */
	bool is_busy;			/* a message is on the wire */
	u64 reply_due_until;		/* a request was sent, and its reply not read yet */
};

/* A graphics card that draws nothing. */
struct tl_card {
	struct list_head node;
	char name[TL_NAME_LENGTH];
	struct drm_device *drm;
	struct platform_device *home;
};

/* What is noticeable about a message, as bits. */
enum tl_mark {
	TL_OVERLAPS,		/* another bus of the card has an exchange under way */
	TL_ASLEEP,
	TL_DEAF,		/* the monitor has not woken up yet */
	TL_EARLY,		/* sooner than the monitor's shortest gap */
	TL_LOCKED,
	TL_OTHER,		/* no Get or Set of the brightness */
	TL_MALFORMED,
	TL_REFUSED,		/* by the driver; nothing was sent */
};

/* A message, as logged. */
struct tl_message {
	u64 begun;
	u64 ended;
	char bus[TL_NAME_LENGTH];
	char monitor[TL_NAME_LENGTH];
	u16 address;
	u16 length;
	bool is_read;
	u8 bytes[16];		/* the first ones */
	u32 marks;
	int result;
	pid_t process;
	char command[TASK_COMM_LEN];
};

extern spinlock_t tl_wire;		/* what is plugged in where, and what is on the wires */
extern struct list_head tl_buses;	/* changed under the lock of the commands and tl_wire */
extern const struct file_operations tl_messages_operations;

/* bus.c */
int tl_bus_add(struct tl_bus *bus, struct device *parent);
int tl_pins_add(struct tl_bus *bus, struct device *parent);
void tl_bus_remove(struct tl_bus *bus);
bool tl_wait_plugged(struct tl_bus *bus, struct tl_monitor *monitor, u32 ms);
void tl_set_asleep(struct tl_bus *bus, bool is_asleep);
int tl_messages_start(void);
void tl_messages_end(void);

/* ddc.c */
int tl_handle(struct tl_monitor *monitor, struct tl_bus *bus, struct i2c_msg *message, struct tl_message *entry);
void tl_settle(struct tl_monitor *monitor);

/* monitor.c */
struct tl_monitor *tl_monitor_make(const char *name, u32 maximum, u32 level, struct dentry *above);
void tl_monitor_free(struct tl_monitor *monitor);

/* card.c */
struct tl_card *tl_card_make(const char *name, char *ports);
void tl_card_free(struct tl_card *card);
int tl_cards_start(void);
void tl_cards_end(void);
void tl_show(struct tl_bus *bus);
int tl_dpms(struct tl_bus *bus, const char *mode);

/* plug.c */
int tl_monitors_command(const char *verb, const char *name, char *words, struct dentry *folder);
void tl_remove_monitors(void);

#endif
