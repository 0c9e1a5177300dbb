#include "explore/target/rebuild_link.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "instrument/elf_file.h"

static void add(argument_vec *words, const char *option, const char *text)
{
    strbuf word = STRBUF_INIT;
    strbuf_printf(&word, "%s%s", option, text);
    vec_push(words, strbuf_detach(&word));
}

static void add_library(const char *name, argument_vec *words)
{
    if (text_begins(name, "lib") && !text_begins(name, "libc.so"))
        add(words, "-l:", name);
}

/* The folder of the program, for $ORIGIN. */
static void put_origin(const char *program, strbuf *out)
{
    char *whole = realpath(program, NULL);
    char *slash = whole ? strrchr(whole, '/') : NULL;
    strbuf_add(out, slash ? whole : ".", slash ? (size_t)(slash - whole) : 1);
    free(whole);
}

/* Folders with colons between them; a name with $ORIGIN is relative to the program. */
static void add_folders(const char *program, const char *list, argument_vec *words)
{
    for (const char *at = list; *at; at += strspn(at, ":")) {
        size_t n = strcspn(at, ":");
        strbuf folder = STRBUF_INIT;
        size_t skip = n >= 7 && text_begins(at, "$ORIGIN")     ? 7
                      : n >= 9 && text_begins(at, "${ORIGIN}") ? 9
                                                               : 0;
        if (skip)
            put_origin(program, &folder);
        strbuf_add(&folder, at + skip, n - skip);
        add(words, "-L", folder.text);
        add(words, "-Wl,-rpath,", folder.text);
        strbuf_free(&folder);
        at += n;
    }
}

/* The entries of one dynamic section, whose names are in the section `names`. */
static void add_entries(const char *program, const elf_section *s, const elf_section *names,
                        argument_vec *words)
{
    for (size_t k = 0; k + sizeof(Elf64_Dyn) <= s->n; k += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        memcpy(&entry, s->bytes + k, sizeof entry);
        uint64_t at = entry.d_un.d_val;
        if (at >= names->n || !memchr(names->bytes + at, '\0', names->n - at))
            continue;
        if (entry.d_tag == DT_NEEDED)
            add_library(names->bytes + at, words);
        else if (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH)
            add_folders(program, names->bytes + at, words);
    }
}

void rebuild_link(const char *program, const strbuf *file, argument_vec *words)
{
    elf_file elf;
    if (!elf_file_open(&elf, file))
        return;
    for (size_t i = 0; i < elf.sections.n; i++) {
        const elf_section *s = &elf.sections.at[i];
        if (s->type == SHT_DYNAMIC && s->link < elf.sections.n)
            add_entries(program, s, &elf.sections.at[s->link], words);
    }
    const char *path = getenv("LD_LIBRARY_PATH"); /* the loader looks there, too */
    for (const char *at = path ? path : ""; *at; at += strspn(at, ":")) {
        size_t n = strcspn(at, ":");
        char *folder = base_strndup(at, n);
        add(words, "-L", folder);
        free(folder);
        at += n;
    }
    elf_file_close(&elf);
}
