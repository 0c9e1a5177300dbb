/* Files that keep models of formulas, by a hash of the formula: of one campaign, or of all campaigns of a user.
 *
 * A file is text: a first line that names the format, then for each formula a line "model HASH LENGTH" and that many
 * bytes. Entries are only appended, also by several processes at once; of two with one hash the last counts. A file
 * that was cut short or damaged is read as far as it makes sense, and written anew from that when it is opened. What an
 * entry says is for its reader: nothing is believed here. */
#ifndef TANDEM_FUSE_SEEDS_MODEL_CACHE_H
#define TANDEM_FUSE_SEEDS_MODEL_CACHE_H

#include "base/map.h"
#include "base/strbuf.h"

typedef struct model_cache {
    char *path;  /* NULL: nothing is kept */
    bool older;  /* the format before this one is read, too */
    strbuf text; /* of the file */
    map places;  /* hash to 1 + offset of its entry's text; the length is in `lengths` */
    map lengths;
} model_cache;

/* `path` may be NULL, and need not be there. */
void model_cache_open(model_cache *c, const char *path, bool older);
void model_cache_close(model_cache *c);
/* Reads the file again if another process has added to it. */
void model_cache_refresh(model_cache *c);
/* The text of an entry, not ended by 0, and its length; NULL: there is none. Valid until the next refresh. */
const char *model_cache_find(const model_cache *c, uint64_t hash, size_t *n);
/* Appends an entry to the file; what cannot be written is not kept. */
void model_cache_add(const model_cache *c, uint64_t hash, const char *text, size_t n);

#endif
