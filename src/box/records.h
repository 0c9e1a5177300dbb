/* What was observed: calls with their results, found again by their arguments. */
#ifndef TANDEM_BOX_RECORDS_H
#define TANDEM_BOX_RECORDS_H

#include "box/box_impl.h"

void records_free(box_set *set);
/* The number of an equal image (kept by the set) + 1; the image is copied if it is new. */
uint32_t records_image(box_set *set, const box_image *image);
/* The record of the call, or NULL. `image` is a number of records_image, 0 for none. */
box_record *records_find(const box_set *set, decl_id decl, const value_id *args, uint32_t n,
                         uint32_t image);
void records_add(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                 const box_record *result);
/* All facts of the box. */
void records_withdraw(box_set *set, decl_id decl);

#endif
