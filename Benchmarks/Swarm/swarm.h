#ifndef SWARM_H
#define SWARM_H

/* Connects `count` devices to a broker, and prints how long that takes; then how long documents and
   wills of a controller take to all of them, in each of several rounds; then, when the broker has
   gone and come back, how long the devices take to return. All times are in milliseconds. Waits to
   be killed. */
_Noreturn void swarm(const char *host, int port, int count);

/* A broker that sends each message which is not retained to all that have subscribed, and the will
   of each connection that has sent such a message. Prints a line when it listens. */
_Noreturn void serve(const char *host, int port);

#endif
