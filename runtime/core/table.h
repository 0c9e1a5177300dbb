/* Loads and stores through addresses that depend on the input: the object (or, where nobody knows
 * its bounds, a window around the address) goes into the log as a table, the load is a lookup in
 * it, and the path condition gets that the address stays inside. */
#ifndef TANDEM_RUNTIME_CORE_TABLE_H
#define TANDEM_RUNTIME_CORE_TABLE_H

#include "runtime/core/expr.h"

/* `bytes` at p, whose address is `address`; `value` is what the load gave. */
tandem_expr tandem_table_load(const void *p, uint32_t bytes, tandem_expr address, uint64_t value);
/* A store of `bytes` at p, whose address is `address`, of `e` (0: concrete): each byte of the
 * object is the one stored or the one it was. False: the object is not known or too large, or this
 * happens too often; then nothing has been done but that the path condition may have that it stays inside. */
bool tandem_table_store(const void *p, uint32_t bytes, tandem_expr address, tandem_expr e,
                        uint64_t value);
/* From here on `e` is `value`; once for each expression. */
void tandem_fix(tandem_expr e, uint64_t value, uint32_t reason);

#endif
