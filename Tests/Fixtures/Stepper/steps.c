#define _GNU_SOURCE
#include "stepper.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Which argument is what; -1 where there is none. */
struct step {
  unsigned long long call;
  const char *verb;
  int descriptor, folder, path, other_folder, other_path;
};

#define TO(call, verb, descriptor) {SYS_##call, verb, descriptor, -1, -1, -1, -1}
#define AT(call, verb, folder, path) {SYS_##call, verb, -1, folder, path, -1, -1}
#define TWO(call, verb, folder, path, other_folder, other_path) {SYS_##call, verb, -1, folder, path, other_folder, other_path}

static const struct step steps[] = {
    AT(openat, "open", 0, 1),
    TO(write, "write", 0),
    TO(writev, "write", 0),
    TO(pwrite64, "write", 0),
    TO(pwritev, "write", 0),
    TO(pwritev2, "write", 0),
    TO(copy_file_range, "write", 2),
    TO(sendfile, "write", 0),
    TO(splice, "write", 2),
    TO(ftruncate, "cut", 0),
    AT(truncate, "cut", -1, 0),
    TO(fallocate, "lengthen", 0),
    TO(fsync, "sync", 0),
    TO(fdatasync, "sync", 0),
    TO(sync_file_range, "sync", 0),
    TO(fchmod, "change", 0),
    TO(fchown, "change", 0),
    TO(fsetxattr, "change", 0),
    AT(fchmodat, "change", 0, 1),
    AT(fchownat, "change", 0, 1),
    AT(utimensat, "change", 0, 1),
    AT(setxattr, "change", -1, 0),
    AT(mkdirat, "make", 0, 1),
    AT(mknodat, "make", 0, 1),
    AT(symlinkat, "make", 1, 2),
    TWO(linkat, "link", 0, 1, 2, 3),
    AT(unlinkat, "remove", 0, 1),
    TWO(renameat2, "rename", 0, 1, 2, 3),
    TO(bind, "bind", 0),
    TO(listen, "listen", 0),
    TO(connect, "connect", 0),
    TO(shutdown, "shut", 0),
    TO(setsockopt, "mark", 0),
    TO(sendto, "send", 0),
    TO(sendmsg, "send", 0),
    TO(sendmmsg, "send", 0),
#ifdef SYS_renameat
    TWO(renameat, "rename", 0, 1, 2, 3),
#endif
#ifdef SYS_open
    AT(open, "open", -1, 0),
    AT(creat, "open", -1, 0),
    AT(chmod, "change", -1, 0),
    AT(chown, "change", -1, 0),
    AT(mkdir, "make", -1, 0),
    AT(mknod, "make", -1, 0),
    AT(symlink, "make", -1, 1),
    TWO(link, "link", -1, 0, -1, 1),
    AT(unlink, "remove", -1, 0),
    AT(rmdir, "remove", -1, 0),
    TWO(rename, "rename", -1, 0, -1, 1),
#endif
};

/* Reads a text of the thread up to a character that ends it. */
static void read_text(pid_t thread, unsigned long long place, char end, char *text, size_t room) {
  size_t length = 0;
  for (; length + 1 < room; length++) {
    struct iovec here = {text + length, 1}, there = {(void *)(place + length), 1};
    if (process_vm_readv(thread, &here, 1, &there, 1, 0) != 1 || text[length] == end) break;
  }
  text[length] = 0;
}

/* The last two parts of a path, which say enough. */
static const char *shorten(const char *path) {
  const char *last = strrchr(path, '/');
  for (const char *next = last; next && next > path; next--)
    if (next[-1] == '/') return next;
  return path;
}

static void name_descriptor(pid_t thread, int descriptor, char *name, size_t room) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, descriptor);
  ssize_t length = readlink(link, name, room - 1);
  name[length > 0 ? length : 0] = 0;
  if (strncmp(name, "socket:", 7) == 0) name[6] = 0;
  if (strncmp(name, "pipe:", 5) == 0) name[4] = 0;
}

static void name_file(pid_t thread, const unsigned long long *arguments, int folder, int path, char *name, size_t room) {
  char text[PATH_MAX];
  read_text(thread, arguments[path], 0, text, sizeof text);
  name[0] = 0;
  if (text[0] != '/' && folder >= 0 && (int)arguments[folder] != AT_FDCWD) {
    name_descriptor(thread, (int)arguments[folder], name, room);
    strncat(name, "/", room - strlen(name) - 1);
  }
  strncat(name, text, room - strlen(name) - 1);
}

/* Whether a file is opened so that it, or its folder, becomes another; says whether it may be a new
   one. */
static int opens_to_change(const struct step *step, const unsigned long long *arguments, const char **verb) {
  unsigned long long flags = arguments[step->path + 1];
  if (flags & O_CREAT) *verb = "create";
  return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0;
}

static const struct step *step_of(unsigned long long call) {
  for (size_t index = 0; index < sizeof steps / sizeof *steps; index++)
    if (steps[index].call == call) return &steps[index];
  return NULL;
}

int name_step(pid_t thread, unsigned long long call, const unsigned long long *arguments, char *name, size_t room) {
  const struct step *step = step_of(call);
  if (!step) return 0;
  const char *verb = step->verb;
  char object[2 * PATH_MAX], other[2 * PATH_MAX] = "", value[32] = "";
  if (step->descriptor >= 0) {
    name_descriptor(thread, (int)arguments[step->descriptor], object, sizeof object);
    /* An event or a timer is within the program. */
    if (strncmp(object, "anon_inode:", 11) == 0) return 0;
    int has_text = call == SYS_write || call == SYS_pwrite64;
    if (has_text && strcmp(strrchr(object, '/') ?: "", "/brightness") == 0)
      read_text(thread, arguments[1], '\n', value, sizeof value);
  } else {
    name_file(thread, arguments, step->folder, step->path, object, sizeof object);
    if (strcmp(verb, "open") == 0 && !opens_to_change(step, arguments, &verb)) return 0;
  }
  if (step->other_path >= 0)
    name_file(thread, arguments, step->other_folder, step->other_path, other, sizeof other);
  snprintf(name, room, "%s %s%s%s", verb, shorten(object), value[0] || other[0] ? " " : "",
           value[0] ? value : shorten(other));
  return 1;
}
