/* Files: those of the state folder are the kernel's; the levels of lights, the light in the room
   and the number of the latest event are the world's. */
#define _GNU_SOURCE
#include "kernel.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int changes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }

static int ends(const char *path, const char *end) {
  size_t length = strlen(path), shorter = strlen(end);
  return length > shorter && strcmp(path + length - shorter, end) == 0;
}

static int is_level(const char *path) {
  int is_ours = ends(path, "/brightness") || ends(path, "/in_illuminance_input") || ends(path, "/uevent_seqnum");
  return is_ours && strncmp(path, root, strlen(root)) == 0;
}

static int open_level(const char *path, int flags) {
  if (fails_at(path, "open a level", 0)) return -1;
  return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags & ~O_WRONLY, 0), LEVEL, path);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (is_daemon && is_level(path)) return open_level(path, flags);
  if (fails_at(path, "open", changes(flags))) return -1;
  if (is_daemon && simulation.is_full && flags & O_CREAT && syscall(SYS_faccessat, folder, path, F_OK) != 0) {
    errno = ENOSPC;
    return -1;
  }
  return opened((int)syscall(SYS_openat, folder, path, flags, mode), OTHER, path);
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return openat(AT_FDCWD, path, flags, mode);
}

static struct descriptor *level(int number) {
  int is_known = is_daemon && number >= 0 && number < MOST_DESCRIPTORS && descriptors[number].is_open;
  return is_known && descriptors[number].kind == LEVEL ? &descriptors[number] : NULL;
}

static ssize_t read_clock(int number) {
  uint64_t count;
  if (syscall(SYS_read, number, &count, sizeof count) < 0) return -1;
  errno = ECANCELED;
  return -1;
}

/* Waits for the driver. A device that was removed meanwhile is gone for this descriptor, whatever
   has its name by then. */
static int reaches_driver(int number, int is_write) {
  const char *path = descriptors[number].path;
  while (is_on_thread() && !simulation.is_dead && IN_WORLD(hangs(world.context, path, is_write))) yield_thread();
  struct stat found;
  if (fstat(number, &found) == 0 && found.st_nlink > 0) return 1;
  errno = ENODEV;
  return 0;
}

static ssize_t read_level(int number, void *bytes, size_t room) {
  if (!reaches_driver(number, 0)) return -1;
  const char *path = descriptors[number].path;
  if (fails_at(path, "read a level", 0)) return -1;
  long length = IN_WORLD(read_level(world.context, path, bytes, room));
  if (length >= 0) return length;
  errno = (int)-length;
  return -1;
}

ssize_t read(int number, void *bytes, size_t room) {
  enum kind kind = is_daemon && number >= 0 && number < MOST_DESCRIPTORS ? descriptors[number].kind : OTHER;
  if (kind == SOCKET && simulation.is_dead) {
    errno = EAGAIN;
    return -1;
  }
  if (level(number)) return read_level(number, bytes, room);
  if (kind != INTERNAL && kind != ALARM && kind != INOTIFY && fails_on(number, "read", 0)) return -1;
  return kind == CLOCK ? read_clock(number) : syscall(SYS_read, number, bytes, room);
}

size_t taken(size_t count) {
  if (!simulation.is_short) return count;
  simulation.is_short = 0;
  return count / 2;
}

static ssize_t write_level(int number, const void *bytes, size_t count) {
  if (!reaches_driver(number, 1)) return -1;
  const char *path = descriptors[number].path;
  if (fails_at(path, "write a level", 1)) return -1;
  int code = IN_WORLD(write_level(world.context, path, bytes, count));
  if (code == 0) return (ssize_t)count;
  errno = code;
  return -1;
}

ssize_t write(int number, const void *bytes, size_t count) {
  if (is_daemon && number == STDERR_FILENO) {
    if (memmem(bytes, count, "internal error at", strlen("internal error at"))) {
      syscall(SYS_write, number, bytes, count);
      abort();
    }
    /* Anything else that the daemon logs has no reader. */
    if (!getenv("SIMULATE_LOG")) return (ssize_t)count;
  }
  if (level(number)) return write_level(number, bytes, count);
  if (fails_on(number, "write", 1)) return -1;
  return syscall(SYS_write, number, bytes, taken(count));
}

int ftruncate(int number, off_t length) {
  if (level(number)) return 0;
  return fails("cut", 1) ? -1 : (int)syscall(SYS_ftruncate, number, length);
}

/* An attribute is read from its start, and written there. */
ssize_t pwrite(int number, const void *bytes, size_t count, off_t at) {
  if (level(number)) return write_level(number, bytes, count);
  return fails("write at a place", 1) ? -1 : syscall(SYS_pwrite64, number, bytes, count, at);
}

ssize_t pread(int number, void *bytes, size_t room, off_t at) {
  if (level(number)) return at == 0 ? read_level(number, bytes, room) : 0;
  return fails("read", 0) ? -1 : syscall(SYS_pread64, number, bytes, room, at);
}

int fsync(int number) { return fails("sync", 1) ? -1 : (int)syscall(SYS_fsync, number); }

int renameat(int folder, const char *path, int other, const char *other_path) {
  return fails("rename", 1) ? -1 : (int)syscall(SYS_renameat2, folder, path, other, other_path, 0);
}

int rename(const char *path, const char *other) { return renameat(AT_FDCWD, path, AT_FDCWD, other); }

int unlinkat(int folder, const char *path, int flags) {
  return fails("remove", 1) ? -1 : (int)syscall(SYS_unlinkat, folder, path, flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int mkdir(const char *path, mode_t mode) {
  return fails("make a folder", 1) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int flock(int number, int operation) {
  return operation != LOCK_UN && fails("lock", 1) ? -1 : (int)syscall(SYS_flock, number, operation);
}

int stat(const char *restrict path, struct stat *restrict status) {
  return fails("inspect", 0) ? -1 : fstatat(AT_FDCWD, path, status, 0);
}

int fstat(int number, struct stat *status) { return fails("inspect", 0) ? -1 : fstatat(number, "", status, AT_EMPTY_PATH); }

int lstat(const char *restrict path, struct stat *restrict status) {
  return fails("inspect", 0) ? -1 : fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int faccessat(int folder, const char *path, int mode, int flags) {
  return fails("inspect", 0) ? -1 : (int)syscall(SYS_faccessat2, folder, path, mode, flags);
}

int access(const char *path, int mode) { return faccessat(AT_FDCWD, path, mode, 0); }

int fchmod(int number, mode_t mode) { return fails("protect", 1) ? -1 : (int)syscall(SYS_fchmod, number, mode); }

DIR *opendir(const char *path) {
  static DIR *(*library)(const char *);
  if (!library) library = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
  if (is_daemon && ends(path, "/bus/iio/devices")) keep_thread();
  return fails("list", 0) ? NULL : library(path);
}

char *realpath(const char *restrict path, char *restrict resolved) {
  static char *(*library)(const char *, char *);
  if (!library) library = (char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath");
  return fails("resolve", 0) ? NULL : library(path, resolved);
}

int inotify_init1(int flags) { return fails("create", 0) ? -1 : opened((int)syscall(SYS_inotify_init1, flags), INOTIFY, NULL); }

int inotify_add_watch(int number, const char *path, uint32_t mask) {
  return fails("watch", 0) ? -1 : (int)syscall(SYS_inotify_add_watch, number, path, mask);
}
