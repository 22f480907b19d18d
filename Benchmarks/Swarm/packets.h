#ifndef PACKETS_H
#define PACKETS_H

/* The packets of MQTT 5 that the swarm and the minimal broker exchange, all of them short. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  CONNECT = 1,
  CONNACK = 2,
  PUBLISH = 3,
  PUBACK = 4,
  SUBSCRIBE = 8,
  SUBACK = 9,
  LONGEST_PACKET = 1024,
  RETAINED = 1,
};

/* A packet to send. */
struct packet {
  uint8_t bytes[LONGEST_PACKET];
  size_t size;
};

/* What was received and not read yet. */
struct inbox {
  uint8_t bytes[2 * LONGEST_PACKET];
  size_t size;
};

/* A received packet; its body is in an inbox. */
struct received {
  int kind;
  uint8_t flags;
  const uint8_t *body;
  size_t size;
};

/* Exits with the error of errno. */
_Noreturn void fail(const char *what);

/* Exits with a text. */
_Noreturn void give_up(const char *text);

/* Without a will if its topic is NULL. */
struct packet connect_packet(const char *client, const char *will_topic, const char *will, bool is_retained);
struct packet subscribe_packet(const char **filters, int count);
/* With QoS 1. */
struct packet publish_packet(const char *topic, const char *payload, uint8_t flags);
struct packet short_packet(int kind, const uint8_t *body, size_t size);

/* Receives what there is; false if the connection has ended. */
bool receive(int socket, struct inbox *inbox);
/* Takes the next packet at an offset, and moves the offset; false if it is not complete. */
bool take_packet(const struct inbox *inbox, size_t *offset, struct received *packet);
/* Drops what is before the offset. */
void drop_packets(struct inbox *inbox, size_t offset);

/* False if the connection has ended. */
bool transmit(int socket, const struct packet *packet);

/* The size of the text with a length at the beginning of some bytes, with its length. */
size_t text_size(const uint8_t *bytes);

#endif
