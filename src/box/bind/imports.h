/* What an open library takes from others: names, and the slots that the linker fills with addresses. */
#ifndef TANDEM_BOX_BIND_IMPORTS_H
#define TANDEM_BOX_BIND_IMPORTS_H

struct link_map;

/* Calls `each` for every function or variable that the library uses and does not define. Nothing
 * where the format of its machine is not known. */
void imports_each(const struct link_map *map,
                  void (*each)(void *context, const char *name, void **slot), void *context);

#endif
