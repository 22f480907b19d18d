#include "CStart.h"

/*
 * No backtrace of a crash. Another program of Swift's toolchain would make it, which the runtime looks for in seven places whenever a program
 * starts; where the toolchain is not installed, there is none.
 */

/* All zero: among other things, that crashes are not traced. */
__attribute__((visibility("hidden"))) _Alignas(16) const char _swift_backtraceSettings[0x58] = {0};

bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return false;
}
