/* Values for arguments and texts: numbers, words, names of files, options. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "explore/mutate/mutator.h"

static const char *const NUMBERS[] = {
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "10",
    "16",
    "64",
    "100",
    "255",
    "256",
    "1000",
    "1024",
    "4096",
    "65535",
    "65536",
    "-1",
    "-2",
    "+1",
    "+3",
    "-0",
    "007",
    "0x1F",
    "1.5",
    ".5",
    "-.25",
    "1e3",
    "1e400",
    "inf",
    "nan",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211457",
    "99999999999999999999999999999999999999999999",
};
static const char *const SUFFIXES[] = {"k", "K",  "M",   "G",  "T", "P", "E", "Z",
                                       "Y", "b",  "c",   "w",  "s", "m", "h", "d",
                                       "B", "kB", "KiB", "MB", "%", "x", "r"};
/* Names that exist everywhere and are special somewhere. */
static const char *const PLACES[] = {"-",
                                     ".",
                                     "..",
                                     "/",
                                     "",
                                     "/dev/null",

                                     "/dev/full",
                                     "/dev/tty",
                                     "/dev/ptmx",
                                     "/proc/self/status",
                                     "/proc/self/exe",
                                     "/etc/passwd",
                                     "missing",
                                     "missing/x",
                                     "./A",
                                     "A/",
                                     "/tmp"};
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define PICK(m, a) ((a)[rng_below(&(m)->random, COUNT(a))])

void value_number(mutator *m, strbuf *out)
{
    uint64_t kind = rng_below(&m->random, 16);
    if (kind < 8) {
        strbuf_puts(out, PICK(m, NUMBERS));
    } else if (kind < 10 && m->words.numbers.n) {
        uint64_t v = m->words.numbers.at[rng_below(&m->random, m->words.numbers.n)];
        strbuf_printf(out, "%" PRId64, (int64_t)(v + rng_below(&m->random, 3) - 1));
    } else if (kind == 10) { /* a product of primes, or a prime, beyond one word */
        size_t digits = 12 + rng_below(&m->random, 30);
        strbuf_putc(out, (char)('1' + rng_below(&m->random, 9)));
        for (size_t i = 1; i < digits; i++)
            strbuf_putc(out, (char)('0' + rng_below(&m->random, 10)));
    } else {
        strbuf_printf(out, "%" PRIu64,
                      rng_below(&m->random, UINT64_C(1) << rng_below(&m->random, 40)));
    }
    if (rng_one_in(&m->random, 6))
        strbuf_puts(out, PICK(m, SUFFIXES));
}

void value_word(mutator *m, strbuf *out)
{
    uint32_t index = UINT32_MAX;
    strbuf_puts(out, word_list_pick(&m->words.words, &m->random, &index));
    if (index != UINT32_MAX)
        vec_push(&m->used, index);
}

const char *value_place(size_t number)
{
    return number < COUNT(PLACES) ? PLACES[number] : NULL;
}

void value_file(mutator *m, const explore_test *t, strbuf *out)
{
    if (t->files.n && !rng_one_in(&m->random, 5))
        strbuf_puts(out, t->files.at[rng_below(&m->random, t->files.n)].name.text);
    else if (rng_one_in(&m->random, 3))
        strbuf_putc(out, (char)('A' + rng_below(&m->random, 6)));
    else
        strbuf_puts(out, PICK(m, PLACES));
}

/* A character that means something to the program, mostly. */
char value_character(mutator *m)
{
    if (rng_one_in(&m->random, 4))
        return (char)('!' + rng_below(&m->random, 94));
    for (int i = 0; i < 64; i++) {
        size_t c = 1 + rng_below(&m->random, 127);
        if (rng_below(&m->random, 8) < m->words.characters[c])
            return (char)c;
    }
    return (char)('!' + rng_below(&m->random, 94));
}

/* Characters and short pieces in a row: lists, ranges, formats, patterns. */
static void value_composed(mutator *m, const explore_test *t, strbuf *out)
{
    static const char separators[] = ",:-=+/.;|*?@%";
    size_t pieces = 2 + rng_below(&m->random, 3);
    char separator = separators[rng_below(&m->random, sizeof separators - 1)];
    bool one = rng_one_in(&m->random, 2);
    for (size_t i = 0; i < pieces; i++) {
        uint64_t kind = rng_below(&m->random, 8);
        if (i && one)
            strbuf_putc(out, separator);
        else if (i && rng_one_in(&m->random, 2))
            strbuf_putc(out, separators[rng_below(&m->random, sizeof separators - 1)]);
        if (kind < 2)
            value_number(m, out);
        else if (kind < 4)
            value_word(m, out);
        else if (kind == 4)
            value_file(m, t, out);
        else if (kind < 7)
            strbuf_printf(
                out, "%c%c", value_character(m),
                (char)('a' + rng_below(&m->random, 26) - (rng_one_in(&m->random, 4) ? 32 : 0)));
        else
            strbuf_putc(out, value_character(m));
    }
}

/* A word; of one that says "name=VALUE" the name with some value. */
static void value_key(mutator *m, const explore_test *t, strbuf *out)
{
    size_t start = out->n;
    value_word(m, out);
    const char *equals = strchr(out->text + start, '=');
    if (!equals || !isupper((unsigned char)equals[1]) || rng_one_in(&m->random, 8))
        return;
    out->n = (size_t)(equals + 1 - out->text);
    out->text[out->n] = '\0';
    uint64_t kind = rng_below(&m->random, 4);
    if (kind == 0)
        value_word(m, out);
    else if (kind == 1)
        value_number(m, out);
    else if (kind == 2)
        value_file(m, t, out);
    else
        value_composed(m, t, out);
}

void value_any(mutator *m, const explore_test *t, strbuf *out)
{
    uint64_t kind = rng_below(&m->random, 20);
    if (kind < 6)
        value_key(m, t, out);
    else if (kind < 10)
        value_number(m, out);
    else if (kind < 14)
        value_file(m, t, out);
    else if (kind < 17)
        value_composed(m, t, out);
    else if (kind < 18)
        strbuf_putc(out, value_character(m));
    else if (kind < 19 && t->args.n) /* something that stands in the test already */
        strbuf_puts(out, t->args.at[rng_below(&m->random, t->args.n)].text);
    else if (rng_one_in(&m->random, 4))
        strbuf_puts(out, "");
    else
        for (uint64_t n = 1 + rng_below(&m->random, 8); n; n--)
            strbuf_putc(out, value_character(m));
}

/* One that the help text names, or several in a list; else any. */
static void value_for(mutator *m, const explore_test *t, const dictionary_option *o, strbuf *out)
{
    if (!o->values.n || !rng_one_in(&m->random, 3)) {
        value_any(m, t, out);
        return;
    }
    do {
        uint32_t word = o->values.at[rng_below(&m->random, o->values.n)];
        strbuf_puts(out, m->words.values.words.at[word]);
    } while (rng_one_in(&m->random, 4) && (strbuf_putc(out, ','), true));
}

static void put_behind(mutator *m, strbuf *out, const dictionary_option *o, const char *value,
                       strbuf *next)
{
    if (o->argument == OPTION_MAY || rng_one_in(&m->random, 2)) {
        if (o->name)
            strbuf_putc(out, '=');
        strbuf_puts(out, value);
    } else {
        strbuf_puts(next, value);
        strbuf_putc(next, '\0'); /* so that an empty value is one as well */
    }
}

void value_option(mutator *m, const explore_test *t, strbuf *out, const dictionary_option *o,
                  strbuf *next)
{
    if (o->argument == OPTION_KEY) {
        strbuf_puts(out, o->name);
        value_for(m, t, o, out);
        return;
    }
    if (o->name) {
        size_t n = strlen(o->name); /* getopt knows a name by its beginning */
        if (n > 2 && rng_one_in(&m->random, 24))
            n = 1 + rng_below(&m->random, n - 1);
        strbuf_puts(out, "--");
        strbuf_add(out, o->name, n);
    } else {
        strbuf_printf(out, "-%c", o->letter);
    }
    bool wanted =
        o->argument == OPTION_NEEDS || (o->argument == OPTION_MAY && rng_one_in(&m->random, 2));
    if (rng_one_in(&m->random, 32))
        wanted = !wanted;
    if (!wanted)
        return;
    strbuf value = STRBUF_INIT;
    value_for(m, t, o, &value);
    put_behind(m, out, o, value.text, next);
    strbuf_free(&value);
}

void value_put(mutator *m, strbuf *out, const dictionary_option *o, const char *value, strbuf *next)
{
    if (o->argument == OPTION_KEY)
        strbuf_printf(out, "%s%s", o->name, value);
    else if (o->name)
        strbuf_printf(out, "--%s", o->name);
    else
        strbuf_printf(out, "-%c", o->letter);
    if (o->argument != OPTION_KEY)
        put_behind(m, out, o, value, next);
}
