#include "floor.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

int main(int count, char **words) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (count == 6 && strcmp(words[1], "serve") == 0) serve(words[2], words[3], words[4], atoi(words[5]));
  if (count == 6 && strcmp(words[1], "hold") == 0) hold(words[2], atoi(words[3]), words[4], words[5]);
  if (count == 7 && strcmp(words[1], "ask") == 0) {
    ask(words[2], atoi(words[3]), words[4], words[5], words[6]);
    return 0;
  }
  if (count >= 5 && strcmp(words[1], "time") == 0) {
    time_programs(words[2], atoi(words[3]), words + 4);
    return 0;
  }
  if (count == 6 && strcmp(words[1], "monitor") == 0) {
    time_monitor(words[2], atoi(words[3]), (int[]){atoi(words[4]), atoi(words[5])});
    return 0;
  }
  fputs("usage: floor serve SOCKET LIGHT LEVEL BYTES\n"
        "       floor ask SOCKET COUNT FIRST ASKED BETWEEN\n"
        "       floor hold SOCKET COUNT FIRST ASKED\n"
        "       floor monitor DEVICE ROUNDS LEVEL LEVEL\n"
        "       floor time TREE ROUNDS PROGRAM [WORD...] [-- PROGRAM [WORD...]]...\n",
        stderr);
  return 2;
}

void fail(const char *what) {
  perror(what);
  exit(1);
}
