#include "cli/fuse_arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static const char arguments_name[] = "arguments", seal_name[] = "seeds";

void fuse_arguments_free(fuse_arguments *a)
{
    for (size_t i = 0; i < a->n; i++)
        free(a->at[i]);
    vec_free(a);
}

static bool is_operand(const char *argument, const option_operands *paths)
{
    for (size_t i = 0; i < paths->n; i++)
        if (paths->at[i] == argument) /* operands point into argv */
            return true;
    return false;
}

/* One argument a line. */
static bool put_line(strbuf *text, const char *argument, char **error)
{
    if (strchr(argument, '\n')) {
        *error = base_strdup("an argument with a line break in it cannot be kept for --resume");
        return false;
    }
    strbuf_printf(text, "%s\n", argument);
    return true;
}

bool fuse_arguments_keep(store *s, int argc, char *const *argv, const option_operands *paths,
                         char **error)
{
    strbuf text = STRBUF_INIT;
    bool good = true;
    for (int i = 0; good && i < argc; i++) {
        char *full = is_operand(argv[i], paths) ? realpath(argv[i], NULL) : NULL;
        good = put_line(&text, full ? full : argv[i], error);
        free(full);
    }
    if (good && !store_set(s, arguments_name, text.text)) {
        *error = base_strdup(store_error(s));
        good = false;
    }
    strbuf_free(&text);
    return good;
}

bool fuse_arguments_load(store *s, int argc, char *const *argv, fuse_arguments *all, char **error)
{
    char *text = store_get(s, arguments_name);
    if (!text) {
        *error = base_strdup("that folder holds no campaign of fuse, or it never began");
        return false;
    }
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        vec_push(all, base_strndup(line, n));
        line += n + (line[n] != '\0');
    }
    free(text);
    for (int i = 0; i < argc; i++)
        vec_push(all, base_strdup(argv[i]));
    vec_push(all, NULL);
    return true;
}

/* ---- Seeds -------------------------------------------------------------------------------------
 */

static void put_seal(const seed_set *seeds, strbuf *text)
{
    uint64_t h = seeds->seeds.n;
    strbuf script = STRBUF_INIT;
    for (size_t i = 0; i < seeds->seeds.n; i++) {
        strbuf_clear(&script);
        formula_print(seeds->bank, &seeds->seeds.at[i].formula, DIALECT_STANDARD, NULL, NULL,
                      &script);
        h = hash_mix(h, hash_bytes(script.text, script.n));
    }
    strbuf_printf(text, "%zu %016" PRIx64, seeds->seeds.n, h);
    strbuf_free(&script);
}

bool fuse_arguments_seal(store *s, const seed_set *seeds)
{
    strbuf seal = STRBUF_INIT;
    put_seal(seeds, &seal);
    bool good = store_set(s, seal_name, seal.text);
    strbuf_free(&seal);
    return good;
}

bool fuse_arguments_same_seeds(store *s, const seed_set *seeds)
{
    char *was = store_get(s, seal_name);
    if (!was) /* the campaign was ended before it began */
        return fuse_arguments_seal(s, seeds);
    strbuf seal = STRBUF_INIT;
    put_seal(seeds, &seal);
    bool same = !strcmp(was, seal.text);
    strbuf_free(&seal);
    free(was);
    return same;
}
