#ifndef STEPPER_H
#define STEPPER_H

#include <sys/types.h>

/* The name of a step and its line: a system call's number and arguments, at the moment when it is
   made. Gives 0 where the call changes nothing outside of the program. */
int name_step(pid_t thread, unsigned long long call, const unsigned long long *arguments, char *name, size_t room);

#endif
