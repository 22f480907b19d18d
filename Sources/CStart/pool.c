#include "CStart.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * No pool of threads. All that waits and works does so on a loop; a task that names none would go to libdispatch, whose threads are more than a
 * daemon of one thread may have. It is a fault of the program, and ends it.
 */

/* Known by its address alone. */
__attribute__((visibility("hidden"))) char _dispatch_main_q[1];

static _Noreturn void refuse(void) {
  static const char text[] = "fatal: a task was given to a pool of threads, and there is none\n";
  (void)!write(STDERR_FILENO, text, strlen(text));
  abort();
}

void swift_dispatchEnqueueGlobal(void) { refuse(); }
void swift_dispatchEnqueueMain(void) { refuse(); }
void swift_dispatchEnqueueWithDeadline(void) { refuse(); }
void swift_task_enqueueOnDispatchQueue(void) { refuse(); }
void dispatch_assert_queue(void) { refuse(); }
void dispatch_main(void) { refuse(); }
