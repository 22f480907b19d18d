#include <wayland-client.h>

/* Binds a seat. Swift cannot take the address of `wl_seat_interface`, which is a constant of the
   library. */
static inline struct wl_seat *bind_seat(struct wl_registry *registry, uint32_t name) {
  return (struct wl_seat *)wl_registry_bind(registry, name, &wl_seat_interface, 1);
}
