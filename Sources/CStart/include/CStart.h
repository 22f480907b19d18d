#ifndef CSTART_H
#define CSTART_H

/*
 * What Swift's runtime would bring into a program that ships, in the form that such a program needs: docs/decisions/0023-before-main.md.
 * The runtime calls all of this by name, and nobody else does. In a program that finds the runtime in shared libraries it is not used.
 */

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* arguments.c */
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **words, int count);

/* crashes.c */
bool _swift_backtrace_isThunkFunction(const char *name);

/* pool.c */
void swift_dispatchEnqueueGlobal(void);
void swift_dispatchEnqueueMain(void);
void swift_dispatchEnqueueWithDeadline(void);
void swift_task_enqueueOnDispatchQueue(void);
void dispatch_assert_queue(void);
void dispatch_main(void);

#pragma GCC visibility pop

#endif
