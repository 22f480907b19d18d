#include "CStart.h"

/* The words of the command line, which the C library tells every constructor. The runtime would read /proc/self/maps to find them on the stack. */

static int kept_count;
static char **kept_words;

__attribute__((constructor)) static void keep_words(int count, char **words) {
  kept_count = count;
  kept_words = words;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = kept_count;
  return kept_words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **words, int count) { keep_words(count, words); }
