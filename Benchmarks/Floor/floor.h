#ifndef FLOOR_H
#define FLOOR_H

/* A minimal server and minimal clients, as the floor of their cost on Linux; the clients measure
   any server with NUL-terminated messages. */

#include <stdint.h>

/* Exits with the error of errno. */
_Noreturn void fail(const char *what);

int64_t nanoseconds_now(void);

/* Answers each message with reply_size bytes, and writes the level to the light when its last
   client disconnects. */
_Noreturn void serve(const char *path, const char *light, const char *level, int reply_size);

/* Prints the nanoseconds of each reply to `asked`, sent `count` times after `first`, with `between`
   after each. */
void ask(const char *path, int count, const char *first, const char *asked, const char *between);

/* Opens `count` connections, sends `first` and then `asked` on each, prints the nanoseconds of that
   reply and a line after the last one, and waits to be killed. */
_Noreturn void hold(const char *path, int count, const char *first, const char *asked);

/* Runs programs alternately with another tree mounted over /sys; prints the nanoseconds of each
   from start to exit, those of its processor time, and its peak memory in kilobytes. Two hyphens
   separate two programs. */
void time_programs(const char *tree, int rounds, char **words);

/* Reads the brightness of the monitor on a bus, writes one of two levels in turn, and reads it
   again; prints the nanoseconds until it was written and until it was read again. */
void time_monitor(const char *device, int rounds, const int *levels);

#endif
