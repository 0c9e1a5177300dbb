#include "solver/solver_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/strbuf.h"

/* Whether the first word names a solver file, not a program. */
static bool names_file(const char *text, size_t *length)
{
    *length = strcspn(text, " \t");
    return text_ends_n(text, *length, ".solver");
}

static void fill_folder(const family *f, strbuf *out)
{
    static const char key[] = "{folder}";
    const char *text = f->command;
    char *folder = realpath(f->folder, NULL);
    for (const char *place; (place = strstr(text, key)); text = place + sizeof key - 1) {
        strbuf_add(out, text, (size_t)(place - text));
        strbuf_puts(out, folder ? folder : f->folder);
    }
    strbuf_puts(out, text);
    free(folder);
}

char *solver_text_expand(const char *text, family **f, char **error)
{
    size_t n;
    if (!names_file(text, &n))
        return base_strdup(text);
    char *path = base_strndup(text, n);
    family *read = family_read(path, error);
    free(path);
    if (!read)
        return NULL;
    strbuf whole = STRBUF_INIT;
    fill_folder(read, &whole);
    strbuf_puts(&whole, text + n);
    if (f)
        *f = read;
    else
        family_release(read);
    return strbuf_detach(&whole);
}
