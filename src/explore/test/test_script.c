/* A test as a shell script that runs a program with it. */
#include <sys/stat.h>

#include "base/folder.h"
#include "explore/test/test.h"

/* One word of the shell, whatever bytes it has. */
static void put_word(strbuf *out, const char *text, size_t n)
{
    strbuf_putc(out, '\'');
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\'')
            strbuf_puts(out, "'\\''");
        else
            strbuf_putc(out, text[i]);
    strbuf_putc(out, '\'');
}

static void put_call(const explore_test *t, strbuf *out)
{
    strbuf_puts(out, "exec env ");
    if (t->has_env)
        strbuf_puts(out, "-i ");
    for (size_t i = 0; t->has_env && i < t->env.n; i++) {
        put_word(out, t->env.at[i].text, t->env.at[i].n);
        strbuf_putc(out, ' ');
    }
    if (t->objects.n && explore_test_bytes(t) != &t->objects.at[0].bytes)
        strbuf_puts(out, "KTEST_FILE=\"$here/input.ktest\" ");
    strbuf_puts(out, "\"$program\"");
    for (size_t i = 0; i < t->args.n; i++) {
        strbuf_putc(out, ' ');
        put_word(out, t->args.at[i].text, t->args.at[i].n);
    }
    if (t->objects.n && explore_test_bytes(t) == &t->objects.at[0].bytes)
        strbuf_puts(out, " \"$here/objects/000-" TEST_DATA "\"");
    strbuf_puts(out, t->has_stdin ? " <\"$here/stdin\"\n" : " </dev/null\n");
}

bool explore_test_write_script(const explore_test *t, const char *program, const char *what,
                               const char *path)
{
    strbuf out = STRBUF_INIT;
    strbuf_puts(&out, "#!/bin/sh\n# ");
    strbuf_add(&out, what, strcspn(what, "\n"));
    strbuf_puts(&out, "\n# sh reproduce.sh [PROGRAM]\nhere=$(cd \"$(dirname \"$0\")\" && pwd)\n");
    if (!strncmp(what, "sanitizer", 9)) /* only that build sees it */
        strbuf_puts(&out, "program=${1:-$(ls \"$here\"/../../builds/*-asan-* | head -n 1)}\n");
    else {
        strbuf_puts(&out, "program=${1:-");
        put_word(&out, program, strlen(program));
        strbuf_puts(&out, "}\n");
    }
    if (t->max_fail)
        strbuf_puts(
            &out,
            "# Calls of the system that fail belong to it: `tandem explore -i` runs it so.\n");
    strbuf_puts(&out, "work=$(mktemp -d) && cd \"$work\" || exit 125\n");
    if (t->files.n)
        strbuf_puts(&out, "cp -a \"$here/files/.\" .\n");
    put_call(t, &out);
    bool good = folder_write(path, out.text, out.n) && !chmod(path, 0755);
    strbuf_free(&out);
    return good;
}
