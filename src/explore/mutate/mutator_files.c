/* Mutations of files and of the environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "explore/mutate/mutator.h"

#include "base/text.h"

static const char *const SAMPLES[] = {
    "alpha beta gamma\nbeta 1 2\n\nalpha beta gamma\n\tdelta  7\nz 10 3\n",
    "1 2\n2 3\n3 1\n10 20\n",
    "a\nb\nc\n",
    "a:b:c\nd:e:f\n\ng\n",
    "no newline at the end",
    "",
    "\n\n\n",
    "The first paragraph. It has two sentences.\nA second line of it.\n\n  Another  paragraph, "
    "indented;\n\twith a tab.\n",
    "Z z\nA a\nM m\nA a\nB\n",
    "x\1\2\3\x7f\x80\xff y\r\n\f\v\b end\n",
    "caf\xc3\xa9 na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80\n",
    "12 345 -6 7.5e3 0x1f 1,2-4\n100\n20\n3\n",
    "A\nB\nmissing\n",
};

enum { LONG_LINES = 1500, RECORDS = 8, RECORD_BYTES = 384 };

static void long_text(strbuf *out)
{
    for (int i = 0; i < LONG_LINES; i++)
        strbuf_printf(out, "%d line %d\n", i * 7919 % LONG_LINES, i);
}

/* Records as programs keep them: a small number in front, text, zeros. */
static void records(strbuf *out)
{
    for (int i = 0; i < RECORDS; i++) {
        char one[RECORD_BYTES] = {(char)i};
        snprintf(one + 8, sizeof one - 8, "name%d", i);
        memcpy(one + RECORD_BYTES / 2, &i, sizeof i);
        strbuf_add(out, one, sizeof one);
    }
}

void sample_text(uint64_t number, strbuf *out)
{
    enum { TEXTS = sizeof SAMPLES / sizeof *SAMPLES };
    number %= TEXTS + 2;
    if (number < TEXTS)
        strbuf_puts(out, SAMPLES[number]);
    else if (number == TEXTS)
        long_text(out);
    else
        records(out);
}

static bool has_file(const explore_test *t, const char *name)
{
    for (size_t i = 0; i < t->files.n; i++)
        if (!strcmp(t->files.at[i].name.text, name))
            return true;
    return false;
}

static void add_text(mutator *m, explore_test *t, const char *name, uint32_t mode)
{
    strbuf text = STRBUF_INIT;
    sample_text(rng_next(&m->random), &text);
    explore_test_add_entry(t, name, mode, text.text, text.n);
    strbuf_free(&text);
}

static void add_link(mutator *m, explore_test *t, const char *name)
{
    const char *to = t->files.n ? t->files.at[rng_below(&m->random, t->files.n)].name.text : ".";
    char *copy = base_strdup(strchr(to, '/') ? "." : to);
    explore_test_add_entry(t, name, S_IFLNK | 0777, copy, strlen(copy));
    free(copy);
}

static void add_below(explore_test *t, const char *folder, const char *name, uint32_t mode,
                      const char *text)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    explore_test_add_entry(t, path.text, mode, text, strlen(text));
    strbuf_free(&path);
}

static void add_folder(explore_test *t, const char *name, bool filled)
{
    explore_test_add_entry(t, name, S_IFDIR | 0755, "", 0);
    if (!filled)
        return;
    add_below(t, name, "f", 0, "f\n");
    add_below(t, name, "g", S_IFDIR | 0755, "");
    add_below(t, name, "g/h", 0, "");
    add_below(t, name, "l", S_IFLNK | 0777, "f");
}

void file_of_kind(mutator *m, explore_test *t, const char *name, unsigned kind)
{
    switch (kind) {
    case 0:
        explore_test_add_file(t, name, "", 0);
        break;
    case 1:
        add_folder(t, name, false);
        break;
    case 2:
        add_folder(t, name, true);
        break;
    case 3:
        add_link(m, t, name);
        break;
    case 4:
        explore_test_add_entry(t, name, S_IFLNK | 0777, "nowhere", 7);
        break;
    case 5: /* to itself */
        explore_test_add_entry(t, name, S_IFLNK | 0777, name, strlen(name));
        break;
    case 6:
        add_text(m, t, name, S_IFREG);
        break;
    case 7:
        add_text(m, t, name, S_IFREG | 0444);
        break;
    case 8:
        add_text(m, t, name, S_IFREG | 04755);
        break;
    case 9: /* a folder that may be seen but not changed */
        explore_test_add_entry(t, name, S_IFDIR | 0555, "", 0);
        add_below(t, name, "f", 0, "f\n");
        break;
    case 10: /* … or not entered */
        explore_test_add_entry(t, name, S_IFDIR, "", 0);
        break;
    default:
        add_text(m, t, name, 0);
    }
}

/* A name for a new file: an argument that names none yet, a letter, or a word. */
static char *new_name(mutator *m, const explore_test *t)
{
    for (int tries = 0; tries < 4 && t->args.n; tries++) {
        const char *arg = t->args.at[rng_below(&m->random, t->args.n)].text;
        const char *value = *arg == '-' && strchr(arg, '=') ? strchr(arg, '=') + 1 : arg;
        if (*value && *value != '-' && !strchr(value, '/') && strlen(value) < 64 &&
            !has_file(t, value))
            return base_strdup(value);
    }
    strbuf name = STRBUF_INIT;
    if (rng_one_in(&m->random, 2))
        value_word(m, &name);
    if (!name.n || strchr(name.text, '/') || has_file(t, name.text)) {
        strbuf_clear(&name);
        strbuf_putc(&name, (char)('A' + rng_below(&m->random, 26)));
    }
    return strbuf_detach(&name);
}

static void drop_file(explore_test *t, size_t at)
{
    strbuf_free(&t->files.at[at].name);
    strbuf_free(&t->files.at[at].bytes);
    memmove(t->files.at + at, t->files.at + at + 1, (t->files.n - 1 - at) * sizeof *t->files.at);
    t->files.n--;
}

static size_t most_bytes(const mutator *m)
{
    size_t text = m->limits->variant_text;
    return m->shape.file_bytes > text ? m->shape.file_bytes : text;
}

/* One more file; it becomes an operand as well if nobody names it yet. */
static void add_file(mutator *m, explore_test *t)
{
    char *name = new_name(m, t);
    file_of_kind(m, t, name, (unsigned)rng_below(&m->random, FILE_KINDS + 2));
    if (rng_one_in(&m->random, 2) && t->args.n < m->shape.max_args &&
        t->args.n < m->limits->variant_args)
        explore_test_add_arg(t, name, strlen(name));
    free(name);
}

void mutate_files(mutator *m, explore_test *t)
{
    uint64_t kind = rng_below(&m->random, 16);
    if (!t->files.n || (kind < 3 && t->files.n < m->limits->variant_files)) {
        add_file(m, t);
        return;
    }
    size_t at = rng_below(&m->random, t->files.n);
    test_blob *f = &t->files.at[at];
    if (kind < 4) {
        drop_file(t, at);
    } else if (kind < 5) { /* as another kind of file */
        char *name = base_strdup(f->name.text);
        drop_file(t, at);
        file_of_kind(m, t, name, (unsigned)rng_below(&m->random, FILE_KINDS));
        free(name);
    } else if (kind < 6 && t->has_stdin) {
        strbuf_clear(&f->bytes);
        strbuf_add(&f->bytes, t->input.text, t->input.n);
    } else if (!S_ISDIR(f->mode) && !S_ISLNK(f->mode)) {
        if (memchr(f->bytes.text, 0, f->bytes.n) && !rng_one_in(&m->random, 4))
            mutate_binary(m, &f->bytes, most_bytes(m), false);
        else
            mutate_text(m, &f->bytes, most_bytes(m));
    }
}

void mutate_output(mutator *m, explore_test *t)
{
    size_t most = m->limits->variant_text, n = m->output->n < most ? m->output->n : most;
    if (m->shape.has_stdin && (!m->shape.n_files || rng_one_in(&m->random, 4))) {
        explore_test_set_input(t, m->output->text, n);
    } else if (m->shape.n_files) {
        if (!has_file(t, "O"))
            explore_test_add_file(t, "O", m->output->text, n);
        size_t at = t->args.n ? rng_below(&m->random, t->args.n) : 0;
        if (at < t->args.n && has_file(t, t->args.at[at].text)) {
            strbuf_clear(&t->args.at[at]);
            strbuf_putc(&t->args.at[at], 'O');
        } else if (t->args.n < m->shape.max_args && t->args.n < m->limits->variant_args) {
            explore_test_add_arg(t, "O", 1);
        }
    }
    if (m->shape.max_args && !rng_one_in(&m->random, 4))
        mutate_insert_option(m, t);
}

/* ---- Environment ----------------------------------------------------------------------------- */

static const char *const BASE[] = {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C",  "TZ=UTC",
                                   "USER=nobody",        "LOGNAME=nobody",    "TERM=xterm"};
static const char *const LOCALES[] = {"C.UTF-8", "C", "POSIX", "en_US.UTF-8", "xx", ""};
static const char *const ZONES[] = {"UTC0", "EST5EDT", "Europe/Berlin", "XXX-1:30", ":", ""};

static void value_of_variable(mutator *m, const explore_test *t, const char *name, strbuf *out)
{
    if (text_begins(name, "LC_") || text_begins(name, "LANG"))
        strbuf_puts(out, LOCALES[rng_below(&m->random, sizeof LOCALES / sizeof *LOCALES)]);
    else if (!strcmp(name, "TZ"))
        strbuf_puts(out, ZONES[rng_below(&m->random, sizeof ZONES / sizeof *ZONES)]);
    else if (!strcmp(name, "PATH"))
        strbuf_puts(out, BASE[0] + 5);
    else
        value_any(m, t, out);
}

static size_t find_variable(const explore_test *t, const char *name)
{
    size_t n = strlen(name), i = 0;
    while (i < t->env.n && (strncmp(t->env.at[i].text, name, n) || t->env.at[i].text[n] != '='))
        i++;
    return i;
}

static void mutate_value(mutator *m, strbuf *variable, size_t name)
{
    strbuf value = STRBUF_INIT;
    strbuf_add(&value, variable->text + name, variable->n - name);
    mutate_text(m, &value, m->limits->variant_arg_bytes);
    variable->n = name;
    strbuf_add(variable, value.text, strlen(value.text));
    strbuf_free(&value);
}

void mutate_env(mutator *m, explore_test *t)
{
    if (!t->has_env)
        for (size_t i = 0; i < sizeof BASE / sizeof *BASE; i++)
            explore_test_add_env(t, BASE[i], strlen(BASE[i]));
    t->has_env = true;
    const char *name = "LC_ALL";
    if (m->n_variables)
        name = m->variables[rng_below(&m->random, m->n_variables)];
    else if (m->words.variables.words.n && !rng_one_in(&m->random, 6))
        name = word_list_pick(&m->words.variables, &m->random, NULL);
    size_t at = find_variable(t, name);
    bool there = at < t->env.n;
    if (there && m->n_variables && rng_one_in(&m->random, 2)) { /* its value a little different */
        mutate_value(m, &t->env.at[at], strlen(name) + 1);
        return;
    }
    if (there && rng_one_in(&m->random, 4)) {
        strbuf_free(&t->env.at[at]);
        memmove(t->env.at + at, t->env.at + at + 1, (t->env.n - 1 - at) * sizeof *t->env.at);
        t->env.n--;
        return;
    }
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s=", name);
    value_of_variable(m, t, name, &text);
    if (there) {
        strbuf_clear(&t->env.at[at]);
        strbuf_add(&t->env.at[at], text.text, text.n);
    } else {
        explore_test_add_env(t, text.text, text.n);
    }
    strbuf_free(&text);
}
