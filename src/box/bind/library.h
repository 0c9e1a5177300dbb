/* The libraries boxes come from: shared objects, and C files compiled on the fly into a private
 * folder. Compilation runs in the background until someone needs the result. Libraries are opened
 * only in child processes: their constructors are foreign code. */
#ifndef TANDEM_BOX_BIND_LIBRARY_H
#define TANDEM_BOX_BIND_LIBRARY_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "box/bind/compile_cache.h"
#include "sandbox/sandbox.h"

struct process;

typedef struct box_library {
    char *path;               /* as given */
    char *source;             /* the text that was given; `path` is a file of ours then */
    char *object;             /* the shared object to open */
    char *tried;              /* NULL: it was found, or given as a path; else what was looked for */
    struct process *compiler; /* NULL: not running (any more) */
    compile_key key;          /* under which its object is kept between runs */
    char *error;              /* why it cannot be used */
    bool listed;              /* of --lib: searched for every symbol */
    bool used;                /* a box is bound to it */
    void *handle;             /* in a worker … */
    uintptr_t low, high;      /* … and the memory that its file was loaded to */
} box_library;

typedef struct box_libraries {
    VEC(box_library) list;
    char *folder;     /* private; made when first needed */
    bool keep;        /* objects are kept between runs */
    bool sandbox_off; /* of compilers */
    const sandbox_grants *may;
    const char *beside; /* a file whose folder compilers of C texts may read, too; NULL: none */
    const volatile sig_atomic_t *interrupt;
} box_libraries;

void libraries_free(box_libraries *l);
/* The number (from 1) of the library, added and its compilation started if it is new. */
uint32_t libraries_add(box_libraries *l, const char *path, bool listed);
/* The same for a C text. */
uint32_t libraries_add_source(box_libraries *l, const char *source);
/* Waits for the compiler of library `number` (0: of all that are listed). NULL, or a message. */
const char *libraries_ready(box_libraries *l, uint32_t number);
/* In a child process: opens what is listed or used, and library `number` (0: no other); NULL, or a
 * message that the linker or the library keeps. */
const char *libraries_load(box_libraries *l, uint32_t number);
/* In such a child: whether the address is in one of them. */
bool libraries_hold(const box_libraries *l, uintptr_t address);
typedef void (*library_function)(void);
/* In such a child: the function; library 0: listed ones, then libc and libm. `restricted`: only what
 * a library defines itself, and pure functions of libc and libm. */
library_function libraries_find(const box_libraries *l, uint32_t library, const char *symbol,
                                bool restricted);
/* In any process: the function of libc or libm. */
library_function libraries_find_system(const char *symbol);

#endif
