#include "swarm.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

int main(int count, char **words) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (count == 4 && strcmp(words[1], "serve") == 0) serve(words[2], atoi(words[3]));
  if (count == 5 && strcmp(words[1], "swarm") == 0) swarm(words[2], atoi(words[3]), atoi(words[4]));
  fputs("usage: Swarm serve HOST PORT\n"
        "       Swarm swarm HOST PORT COUNT\n",
        stderr);
  return 2;
}
