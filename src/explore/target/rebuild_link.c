#include "explore/target/rebuild_link.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

static void add(argument_vec *words, const char *option, const char *text)
{
    strbuf word = STRBUF_INIT;
    strbuf_printf(&word, "%s%s", option, text);
    vec_push(words, strbuf_detach(&word));
}

static void add_library(const char *name, argument_vec *words)
{
    if (!strncmp(name, "lib", 3) && strncmp(name, "libc.so", 7))
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
        size_t skip = n >= 7 && !strncmp(at, "$ORIGIN", 7)     ? 7
                      : n >= 9 && !strncmp(at, "${ORIGIN}", 9) ? 9
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
static void add_entries(const char *program, const strbuf *file, const Elf64_Shdr *s,
                        const Elf64_Shdr *names, argument_vec *words)
{
    for (uint64_t k = 0; k + sizeof(Elf64_Dyn) <= s->sh_size; k += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        memcpy(&entry, file->text + s->sh_offset + k, sizeof entry);
        uint64_t at = names->sh_offset + entry.d_un.d_val;
        if (at < names->sh_offset || at >= file->n)
            continue;
        if (entry.d_tag == DT_NEEDED)
            add_library(file->text + at, words);
        else if (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH)
            add_folders(program, file->text + at, words);
    }
}

void rebuild_link(const char *program, const strbuf *file, argument_vec *words)
{
    Elf64_Ehdr h;
    if (file->n < sizeof h)
        return;
    memcpy(&h, file->text, sizeof h);
    for (size_t i = 0; i < h.e_shnum; i++) {
        Elf64_Shdr s, names;
        uint64_t at = h.e_shoff + i * sizeof s;
        if (h.e_shentsize != sizeof s || at > file->n || file->n - at < sizeof s)
            return;
        memcpy(&s, file->text + at, sizeof s);
        uint64_t link = h.e_shoff + (uint64_t)s.sh_link * sizeof s;
        if (s.sh_type != SHT_DYNAMIC || link > file->n || file->n - link < sizeof names ||
            s.sh_offset > file->n || s.sh_size > file->n - s.sh_offset)
            continue;
        memcpy(&names, file->text + link, sizeof names);
        add_entries(program, file, &s, &names, words);
    }
}
