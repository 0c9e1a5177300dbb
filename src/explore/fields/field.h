/* Fields of an input: numbers in its bytes that have to agree with the rest of them, so that programs refuse what was changed
 * in one place only. A size says how many bytes there are, or how far away something stands; a count how many items; a sum is
 * computed from other bytes. What is put in or taken out with fields_edit leaves them right.
 *
 * Where fields stand is found by infer.h. Nothing here knows of programs or runs, and a field that is none does no harm but that
 * its bytes change. */
#ifndef TANDEM_EXPLORE_FIELDS_FIELD_H
#define TANDEM_EXPLORE_FIELDS_FIELD_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "explore/fields/fold.h"

typedef enum field_kind { FIELD_SIZE, FIELD_COUNT, FIELD_SUM } field_kind;
typedef enum field_form {
    FIELD_LITTLE, /* bytes, the lowest first */
    FIELD_BIG,    /* the highest first */
    FIELD_DECIMAL,
    FIELD_HEXADECIMAL /* digits of a text, the highest first */
} field_form;

enum { FIELD_ITEMS = 16, FIELD_BYTES = 8 };

typedef struct field {
    field_kind kind;
    field_form form;
    uint32_t at, width; /* its own bytes */
    uint32_t from, to;  /* what it speaks of; of a count: its items */
    uint32_t unit;      /* of a size: the bytes that one stands for */
    uint32_t fold;      /* of a sum: how it is computed, a number in fold_list + 1; 0: not known */
    uint32_t condition; /* of a sum: of the trace in which it was compared */
    uint32_t site;      /* where it was compared: records of one kind have the same */
    uint32_t n_items;   /* of a count: where the first of them begin */
    uint32_t items[FIELD_ITEMS];
} field;
typedef VEC(field) field_list;

void fields_copy(field_list *to, const field_list *from);

/* The number that stands there. False: none does. */
bool field_read(const field *f, const strbuf *bytes, uint64_t *number);
/* The bytes of a number in the form and width of the field; texts may need more digits. How many; 0: it does not fit. */
uint32_t field_write(const field *f, uint64_t number, char out[static 24]);

/* `n` bytes in place of `removed` ones at `at`. */
typedef struct field_edit {
    uint32_t at, removed, n;
    const char *bytes;
    uint32_t copied; /* they stand there as well, with their fields; UINT32_MAX: nowhere */
    uint32_t
        owner; /* at the end of what several fields speak of: this one and those around it grow; UINT32_MAX: none */
    bool
        items; /* whole items are meant, wherever the cut is: counts change by those that begin in what is copied or removed */
} field_edit;
/* Changes the bytes (not those of `edit`), and sizes and counts with them. Fields that are overwritten are no more. */
void fields_edit(field_list *list, strbuf *bytes, const field_edit *edit);
/* Somebody else has changed `before` to `bytes`: the same for what differs. */
void fields_follow(field_list *list, const strbuf *before, strbuf *bytes);
/* Computes sums again, those over fewer bytes first. Whether there is none of which it is not known how. */
bool fields_sum(const field_list *list, fold_list *folds, strbuf *bytes);

#endif
