#ifndef WAYLAND_PROTOCOLS_H
#define WAYLAND_PROTOCOLS_H

/* The protocols of Wayland that its library does not have, as `make protocols` generates them. */

#include "Generated/ext-idle-notify-v1.h"

/* Binds the notifier. Swift cannot take the address of `ext_idle_notifier_v1_interface`, which is a
   constant in C. */
static inline struct ext_idle_notifier_v1 *bind_idle_notifier(struct wl_registry *registry, uint32_t name, uint32_t version) {
  return (struct ext_idle_notifier_v1 *)wl_registry_bind(registry, name, &ext_idle_notifier_v1_interface, version);
}

#endif
