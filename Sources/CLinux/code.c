#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>

static int forget_segments(struct dl_phdr_info *object, size_t size, void *nothing) {
  (void)size, (void)nothing;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    // What can be written holds more than the file does.
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    const uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    // The kernel's own page among them refuses, and stays.
    (void)madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void forget_code(void) {
  dl_iterate_phdr(forget_segments, NULL);
}
