#include "cc/linked.h"

#include <stdlib.h>

#include "base/text.h"
#include "instrument/embedded.h"

/* True: it is there. It is noted if it is a shared object of tandem-cc. */
static bool note_file(const char *path, strbuf *assembly)
{
    char *error = NULL, *whole = realpath(path, NULL);
    if (whole && ir_embedded_bitcode(whole, NULL, NULL, &error))
        ir_linked_put(assembly, whole);
    bool found = whole != NULL;
    free(error);
    free(whole);
    return found;
}

/* The operand of an option of one letter, in the same word or the next; NULL: it is another option. */
static const char *operand_at(const cc_arguments *a, size_t i, const char *option)
{
    const char *text = a->words.at[i].text;
    if (a->words.at[i].role != CC_LINK || !text_begins(text, option))
        return NULL;
    return text[2] ? text + 2 : i + 1 < a->words.n ? a->words.at[i + 1].text : NULL;
}

/* The first folder that has it counts, as for the linker. */
static void note_library(const cc_arguments *a, const char *name, strbuf *assembly)
{
    bool found = false;
    for (size_t i = 0; i < a->words.n && !found; i++) {
        const char *folder = operand_at(a, i, "-L");
        strbuf path = STRBUF_INIT;
        if (folder && *name == ':')
            strbuf_printf(&path, "%s/%s", folder, name + 1);
        else if (folder)
            strbuf_printf(&path, "%s/lib%s.so", folder, name);
        found = folder && note_file(path.text, assembly);
        strbuf_free(&path);
    }
}

void cc_linked_note(const cc_arguments *a, strbuf *assembly)
{
    for (size_t i = 0; i < a->words.n; i++) {
        const cc_word *w = &a->words.at[i];
        const char *name = operand_at(a, i, "-l");
        if (name)
            note_library(a, name, assembly);
        else if (w->role == CC_INPUT && !w->language && strstr(w->text, ".so"))
            note_file(w->text, assembly);
    }
}
