#ifndef FLOOR_H
#define FLOOR_H

/* The least that a server and its clients cost on Linux, and clients that measure any server that ends its messages with a NUL. */

#include <stdint.h>

/* Ends the program with the reason that errno gives. */
_Noreturn void fail(const char *what);

int64_t nanoseconds_now(void);

/* Answers each message with so many bytes; whoever goes makes it write the level to the light. */
_Noreturn void serve(const char *path, const char *light, const char *level, int reply_size);

/* Prints how many nanoseconds each answer took to `asked`, sent so many times after `first`, with `between` after each. */
void ask(const char *path, int count, const char *first, const char *asked, const char *between);

/* Opens so many connections, asks on each `first` and then `asked`, prints how many nanoseconds that answer took and a line after the
   last one, and waits to be killed. */
_Noreturn void hold(const char *path, int count, const char *first, const char *asked);

/* Runs programs by turns on another tree in the place of /sys; prints how many nanoseconds each took from its start to its end, and
   how many kilobytes of memory. Two hyphens stand between two programs. */
void time_programs(const char *tree, int rounds, char **words);

#endif
