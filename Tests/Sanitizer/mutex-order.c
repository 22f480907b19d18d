/*
 * Tells the thread sanitizer the order that a contended Mutex of Swift gives to its owners.
 *
 * An owner that has waited gets the mutex inside the Swift runtime, which is not instrumented, so
 * the sanitizer would report a race between two owners. These two functions stand in front of the
 * runtime's (Swift 6.3, stdlib/public/Synchronization/Mutex/LinuxImpl.swift) when this library is
 * preloaded. A mutex that nobody waits for is taken by inlined, instrumented code.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Of the sanitizer; a program without it, such as a shell, has neither. */
void AnnotateHappensBefore(const char *file, int line, void *address) __attribute__((weak));
void AnnotateHappensAfter(const char *file, int line, void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  SWIFT void (*next)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  next(thread, mutex);
  if (AnnotateHappensAfter) {
    AnnotateHappensAfter(__FILE__, __LINE__, mutex);
  }
}

SWIFT void unlock_slow(SELF void *mutex) {
  SWIFT void (*next)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (AnnotateHappensBefore) {
    AnnotateHappensBefore(__FILE__, __LINE__, mutex);
  }
  next(mutex);
}
