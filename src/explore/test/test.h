/* A test: everything that a run of a target program is given.
 *
 * On disk it is a folder: `argv` (NUL-terminated arguments, without the program's name), `stdin`,
 * `files/`, `env` (NUL-separated NAME=VALUE); what is missing is the default. Objects of
 * klee_make_symbolic are in `objects/NNN-NAME`; `fail` has two numbers if calls are to fail. The
 * same test as a .ktest file is for KLEE's tools: arguments are objects argNN there, files A, B, …
 * are A-data, B-data, ….
 *
 * Not for how tests are run (target.h) or where they come from. */
#ifndef TANDEM_EXPLORE_TEST_TEST_H
#define TANDEM_EXPLORE_TEST_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/strbuf.h"
#include "base/vec.h"

/* A name and bytes; both owned. `mode` is for files, as stat has it: 0 is a plain file with the
 * usual permissions, S_IFDIR a folder (no bytes), S_IFLNK a link (the bytes are where it points).
 * The name of a file is relative; a slash in it stands behind the name of a folder of the test. */
typedef struct test_blob {
    strbuf name;
    strbuf bytes;
    uint32_t mode;
} test_blob;

typedef struct explore_test {
    VEC(strbuf) args; /* without argv[0]; no NUL inside */
    VEC(strbuf) env;  /* NAME=VALUE; used when has_env, else the small fixed environment */
    bool has_env;
    bool has_stdin; /* else /dev/null */
    strbuf input;   /* bytes of standard input */
    VEC(test_blob) files;
    VEC(test_blob) objects; /* of klee_make_symbolic, in the order of the calls */
    uint32_t max_fail;      /* so many calls find that the system refuses … */
    uint32_t fail_seed;     /* … and this decides which */
} explore_test;

void explore_test_init(explore_test *t);
void explore_test_free(explore_test *t);
void explore_test_copy(explore_test *to, const explore_test *from);
/* Cut at the first NUL, which an argument cannot contain. */
void explore_test_add_arg(explore_test *t, const void *bytes, size_t n);
void explore_test_add_env(explore_test *t, const void *bytes, size_t n);
void explore_test_set_input(explore_test *t, const void *bytes, size_t n);
void explore_test_add_file(explore_test *t, const char *name, const void *bytes, size_t n);
void explore_test_add_entry(explore_test *t, const char *name, uint32_t mode, const void *bytes,
                            size_t n);
void explore_test_add_object(explore_test *t, const char *name, const void *bytes, size_t n);
/* Equal tests have equal numbers. */
uint64_t explore_test_hash(const explore_test *t);
/* The input of a harness, or else standard input, or else the only file of a test without arguments: what other fuzzers
 * keep of it. NULL: there is none of these. */
#define TEST_DATA "data" /* the name of a harness's object */
const strbuf *explore_test_bytes(const explore_test *t);
/* Bytes of all parts together. */
size_t explore_test_size(const explore_test *t);

/* Makes the files in a folder that is there, for a user and their group. A name that would lead out
 * of it (.., or below what is no folder of the test) is left out. False with errno set. */
bool explore_test_put_files(const explore_test *t, const char *folder, uid_t owner);
/* Adds what is in `files/` of the folder of a test: plain files, folders and links, at most
 * TEST_MOST_FILES; other kinds are left out. False with errno set. */
enum { TEST_MOST_FILES = 256 };
bool explore_test_get_files(explore_test *t, const char *folder);

/* The folder is made; a test that stands there already is replaced. Written under another name and
 * then renamed, so that a folder is there whole or not at all. False with errno set. */
bool explore_test_write(const explore_test *t, const char *folder);
bool explore_test_write_ktest(const explore_test *t, const char *program, const char *path);
/* A shell script that runs `program`, a whole path, with the test that stands in its folder; `what` is what
 * it shows. False with errno set. */
bool explore_test_write_script(const explore_test *t, const char *program, const char *what,
                               const char *path);
/* `t` is initialised by these. False with *error set (caller frees); a plain file (of a fuzzer's
 * queue, say) is read by explore_test_read_raw: its bytes on standard input. */
bool explore_test_read(explore_test *t, const char *folder, char **error);
bool explore_test_read_ktest(explore_test *t, const char *path, char **error);
/* The bytes of a .ktest file, called `name` in messages. */
bool explore_test_parse_ktest(explore_test *t, const char *name, const void *bytes, size_t n,
                              char **error);
bool explore_test_read_raw(explore_test *t, const char *path, char **error);
/* Whichever of the three `path` is. */
bool explore_test_read_any(explore_test *t, const char *path, char **error);

#endif
