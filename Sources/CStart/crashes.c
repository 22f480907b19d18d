#include "CStart.h"

/*
 * No backtrace of a crash. Another program of Swift's toolchain would make it, which the runtime looks for in seven places whenever a program
 * starts; where the toolchain is not installed, there is none.
 */

/* Its first member says whether crashes are traced, and zero that they are not; nothing else is read then. */
__attribute__((visibility("hidden"))) _Alignas(16) const char _swift_backtraceSettings[0x58] = {0};

bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return false;
}
