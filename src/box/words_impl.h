/* Groups and their memory, for the other files of src/box. */
#ifndef TANDEM_BOX_WORDS_IMPL_H
#define TANDEM_BOX_WORDS_IMPL_H

#include "box/box_impl.h"
#include "box/words.h"

/* Sets group and output of a box that is being bound. */
void words_group(box_set *set, box *x, const box_declaration *d);
void words_free(box_set *set);
/* What is remembered, but of providers: how much, and an end of it. */
uint64_t words_bytes(const box_set *set);
void words_forget(box_set *set);
/* Takes back all groups but the first `kept`: their boxes are gone. */
void words_release(box_set *set, size_t kept);
/* A call of a provided box with values; `known`: only what was called before. */
value_id words_call_values(box_set *set, const box *x, const value_id *args, bool known,
                           box_status *status);
bool words_call_many(box_set *set, const box *x, const value_id *rows, size_t n);

#endif
