/* The dictionary of an executable: strings in its constant data, and arrays of `struct option`. */
#include <ctype.h>
#include <elf.h>
#include <getopt.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "explore/mutate/dictionary.h"
#include "instrument/elf_file.h"

enum { TEXT_BYTES = 4096, FEW_OPTIONS = 2 };

typedef struct image {
    elf_file elf;
    map pointers; /* address of a word to the address that stands there when it is loaded */
} image;

/* Whether its bytes are in memory when the program runs. */
static bool is_loaded(const elf_section *s)
{
    return s->type == SHT_PROGBITS && (s->flags & SHF_ALLOC) && s->bytes;
}

/* What lies at an address, with the number of bytes that follow; NULL: nothing of the file. */
static const char *at_address(const image *m, uint64_t address, size_t *left)
{
    for (size_t i = 0; i < m->elf.sections.n; i++) {
        const elf_section *s = &m->elf.sections.at[i];
        if (is_loaded(s) && address >= s->address && address - s->address < s->n) {
            *left = (size_t)(s->n - (address - s->address));
            return s->bytes + (address - s->address);
        }
    }
    return NULL;
}

static uint64_t word_at(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* ---- Strings --------------------------------------------------------------------------------- */

static void add_string(dictionary *d, const char *text, size_t n)
{
    size_t printable = 0, blanks = 0;
    for (size_t i = 0; i < n; i++) {
        printable += isprint((unsigned char)text[i]) || isspace((unsigned char)text[i]);
        blanks += isspace((unsigned char)text[i]) != 0;
    }
    if (!n || printable < n)
        return;
    if (!blanks)
        dictionary_add_token(d, text, n, true);
    if (n > 1 && !blanks && strspn(text, "+-:") < n && (strchr(text + 1, ':') || *text == '+'))
        dictionary_add_letters(d, text);
}

static void add_strings(dictionary *d, const char *bytes, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t length = strnlen(bytes + at, n - at);
        if (at + length < n && length < TEXT_BYTES)
            add_string(d, bytes + at, length);
        at += length + 1;
    }
}

/* ---- Option tables --------------------------------------------------------------------------- */

static void note_relocations(image *m, const elf_section *s)
{
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= s->n; at += sizeof(Elf64_Rela)) {
        Elf64_Rela r;
        memcpy(&r, s->bytes + at, sizeof r);
        if (ELF64_R_TYPE(r.r_info) == R_X86_64_RELATIVE && r.r_offset != MAP_NO_KEY)
            map_put(&m->pointers, r.r_offset, (uint64_t)r.r_addend);
    }
}

/* The name an entry of a table begins with; NULL: it is none. */
static const char *option_name(const image *m, uint64_t address, size_t *n)
{
    size_t left;
    const char *name = at_address(m, address, &left);
    *n = name ? strnlen(name, left) : 0;
    if (!*n || *n == left || *n > DICTIONARY_WORD_BYTES || !isalnum((unsigned char)*name))
        return NULL;
    for (size_t i = 0; i < *n; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '-' && name[i] != '_')
            return NULL;
    return name;
}

static uint64_t pointer_at(const image *m, uint64_t address, const char *p)
{
    return map_get(&m->pointers, address, word_at(p));
}

/* Whether `p` (at `address`) is an entry: {name, has_arg, flag, val}. */
static const char *entry_at(const image *m, uint64_t address, const char *p, size_t *n,
                            struct option *entry)
{
    memcpy(entry, p, sizeof *entry);
    if (entry->has_arg < no_argument || entry->has_arg > optional_argument)
        return NULL;
    return option_name(m, pointer_at(m, address, p), n);
}

/* Entries from `at` on; returns how many there are, and adds them if they are enough. */
static size_t table_at(dictionary *d, const image *m, const elf_section *s, size_t at)
{
    size_t count = 0, n;
    struct option o;
    static const struct option zero;
    const char *bytes = s->bytes;
    size_t end = at;
    while (end + sizeof o <= s->n && entry_at(m, s->address + end, bytes + end, &n, &o)) {
        end += sizeof o;
        count++;
    }
    /* The table ends with zeros; shorter runs of pointers and numbers may be anything. */
    if (count < FEW_OPTIONS || end + sizeof o > s->n || memcmp(bytes + end, &zero, sizeof o))
        return 0;
    for (; at < end; at += sizeof o) {
        const char *name = entry_at(m, s->address + at, bytes + at, &n, &o);
        option_argument argument = o.has_arg == no_argument         ? OPTION_ALONE
                                   : o.has_arg == required_argument ? OPTION_NEEDS
                                                                    : OPTION_MAY;
        dictionary_add_option(d, name, n, 0, argument);
        if (!o.flag && o.val > ' ' && o.val < 127)
            dictionary_add_option(d, NULL, 0, (char)o.val, argument);
    }
    return count;
}

static void add_tables(dictionary *d, const image *m, const elf_section *s)
{
    if (!is_loaded(s) || (s->flags & SHF_EXECINSTR) || s->address % 8)
        return;
    for (size_t at = 0; at + 2 * sizeof(struct option) <= s->n;) {
        size_t count = table_at(d, m, s, at);
        at += count ? (count + 1) * sizeof(struct option) : 8;
    }
}

/* Constant data: unwinding tables and notes only look like text by chance. */
static bool has_text(const elf_section *s)
{
    static const char *const without[] = {".eh_frame", ".note", ".interp", ".gcc_except",
                                          ".tandem"};
    if (!is_loaded(s) || (s->flags & SHF_EXECINSTR) || !*s->name)
        return false;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (text_begins(s->name, without[i]))
            return false;
    return true;
}

bool dictionary_add_program(dictionary *d, const char *path)
{
    strbuf file = STRBUF_INIT;
    image m = {0};
    bool good = file_read(path, &file) && elf_file_open(&m.elf, &file);
    for (size_t i = 0; i < m.elf.sections.n; i++)
        if (m.elf.sections.at[i].type == SHT_RELA)
            note_relocations(&m, &m.elf.sections.at[i]);
    for (size_t i = 0; i < m.elf.sections.n; i++)
        add_tables(d, &m, &m.elf.sections.at[i]);
    for (size_t i = 0; i < m.elf.sections.n; i++)
        if (has_text(&m.elf.sections.at[i]))
            add_strings(d, m.elf.sections.at[i].bytes, m.elf.sections.at[i].n);
    map_free(&m.pointers);
    elf_file_close(&m.elf);
    strbuf_free(&file);
    return good;
}
