#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer as a library: SwiftPM gives each program a `main` of its own. */
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t count));

#endif
