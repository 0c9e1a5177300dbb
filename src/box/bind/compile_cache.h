/* Compiled C files, kept between runs in $XDG_CACHE_HOME/tandem/boxes (else ~/.cache/…).
 *
 * An entry is found by the source file's path and content, the compiler, its options and the
 * environment variables it looks at, and is valid as long as every file that was included has the
 * content it had. Objects and lists are written to the side and renamed, and an object is checked
 * against its list when it is used, so neither a killed run, a full disk nor a run at the same time
 * can leave a wrong one behind. A folder that others could write to is not used; whatever goes
 * wrong means that the file is compiled. */
#ifndef TANDEM_BOX_BIND_COMPILE_CACHE_H
#define TANDEM_BOX_BIND_COMPILE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct compile_key {
    uint64_t hash[2];
    bool usable;    /* false: do not ask, do not store */
    double started; /* wall clock when it was computed */
} compile_key;

/* Of a source that `argv` would compile (the words that differ from run to run left out). */
compile_key compile_cache_key(const char *source, const char *const *argv);
/* The object, to be opened where it lies; caller frees. NULL: it has to be compiled. */
char *compile_cache_find(const compile_key *key);
/* Keeps an object that was compiled under this key; `dependencies` is what -MD wrote. */
void compile_cache_store(const compile_key *key, const char *source, const char *const *argv,
                         const char *object, const char *dependencies);

#endif
