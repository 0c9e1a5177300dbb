#include "cc/notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "instrument/embedded.h"

static void note(const char *path, const char *what)
{
    text_print(stderr, "tandem-cc: %s: compiled without instrumentation%s%s\n", path,
               *what ? ": " : "", what);
}

static const char *suffix_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static bool is_cplusplus(const cc_word *input)
{
    static const char *const suffixes[] = {".cc", ".cpp", ".cxx", ".c++", ".C", ".ii", ".cp"};
    if (input->language)
        return text_begins(input->language, "c++");
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (!strcmp(suffix_of(input->text), suffixes[i]))
            return true;
    return false;
}

void cc_note_input(const cc_word *input)
{
    char *error = NULL;
    if (is_cplusplus(input))
        note(input->text, "C++");
    else if (!input->language && !strcmp(suffix_of(input->text), ".o") &&
             !ir_embedded_bitcode(input->text, NULL, NULL, &error) && error &&
             strstr(error, "tandem-cc")) /* and not: it cannot be read */
        note(input->text, "");
    free(error);
}
