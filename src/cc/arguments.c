#include "cc/arguments.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"

static bool is_one_of(const char *text, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(text, list[i]))
            return true;
    return false;
}
#define IS_ONE_OF(text, list) is_one_of(text, list, sizeof(list) / sizeof *(list))

/* ---- @files */

/* One word, as GCC reads them: quotes, and a backslash before any character. */
static const char *read_word(const char *c, const char *end, strbuf *word)
{
    char quote = 0;
    for (; c < end; c++) {
        if (*c == '\\' && c + 1 < end)
            strbuf_putc(word, *++c);
        else if (quote ? *c == quote : *c == '\'' || *c == '"')
            quote = quote ? 0 : *c;
        else if (!quote && strchr(" \t\r\n\f\v", *c))
            break;
        else
            strbuf_putc(word, *c);
    }
    return c;
}

enum { MAX_DEPTH = 8 }; /* of @files in @files */

static void add_words(cc_arguments *a, const char *text, unsigned depth);

static bool add_file(cc_arguments *a, const char *path, unsigned depth)
{
    strbuf text = STRBUF_INIT;
    bool good = file_read(path, &text);
    const char *c = text.text, *end = text.text + text.n;
    while (good && c < end) {
        while (c < end && strchr(" \t\r\n\f\v", *c))
            c++;
        if (c == end)
            break;
        strbuf word = STRBUF_INIT;
        c = read_word(c, end, &word);
        char *owned = strbuf_detach(&word);
        vec_push(&a->owned, owned);
        add_words(a, owned, depth + 1);
    }
    strbuf_free(&text);
    return good;
}

/* The word, or those of the file that it names; a file that cannot be read is a word. */
static void add_words(cc_arguments *a, const char *text, unsigned depth)
{
    if (*text != '@' || depth == MAX_DEPTH || !add_file(a, text + 1, depth))
        vec_push(&a->words, ((cc_word){.text = text}));
}

/* ---- Words */

/* The next word belongs to these. */
static const char *const with_operand[] = {"-I",
                                           "-D",
                                           "-U",
                                           "-include",
                                           "-imacros",
                                           "-isystem",
                                           "-iquote",
                                           "-idirafter",
                                           "-iprefix",
                                           "-iwithprefix",
                                           "-isysroot",
                                           "--sysroot",
                                           "-iwithsysroot",
                                           "-iwithprefixbefore",
                                           "-A",
                                           "-Xclang",
                                           "-mllvm",
                                           "-Xpreprocessor",
                                           "-Xassembler",
                                           "--param",
                                           "-B",
                                           "-G",
                                           "-aux-info",
                                           "-resource-dir",
                                           "-ivfsoverlay"};
static const char *const rules_with_operand[] = {"-MF", "-MT", "-MQ"};
static const char *const link_with_operand[] = {
    "-l", "-L", "-T", "-u", "-z", "-Xlinker", "-e", "-y", "-rpath", "-soname", "-framework"};
/* Nothing is compiled, or it is not compiled to machine code of this machine. */
static const char *const no_work[] = {
    "-E",           "-M",           "-MM",        "-fsyntax-only", "-emit-llvm",    "--analyze",
    "-m32",         "-mx32",        "-target",    "-arch",         "-###",          "--version",
    "-dumpversion", "-dumpmachine", "-dumpspecs", "-emit-ast",     "-rewrite-objc", "--help-hidden",
    "--precompile", "-V",           "-qversion",  "-miamcu"};

/* Languages of sources, by -x and by suffix; "ir" is bitcode. */
static const struct {
    const char *suffix, *language;
} languages[] = {{".c", "c"}, {".i", "cpp-output"}, {".bc", "ir"}, {".ll", "ir"}};

static void read_input(cc_arguments *a, cc_word *w, const char *language)
{
    const char *dot = strrchr(w->text, '.');
    w->role = CC_INPUT;
    w->language = language;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (language ? !strcmp(language, languages[i].language)
                     : dot && !strcmp(dot, languages[i].suffix)) {
            w->role = CC_SOURCE;
            w->language = languages[i].language;
        }
    a->n_inputs++;
}

/* A harness has our main: -fsanitize=fuzzer would bring another. Other sanitizers stay. */
static const char *without_fuzzer(cc_arguments *a, const char *text)
{
    strbuf kept = STRBUF_INIT;
    const char *c = strchr(text, '=') + 1;
    while (*c) {
        size_t n = strcspn(c, ",");
        if (!text_begins(c, "fuzzer"))
            strbuf_printf(&kept, "%s%.*s", kept.n ? "," : "-fsanitize=", (int)n, c);
        c += n + (c[n] == ',');
    }
    char *owned = strbuf_detach(&kept);
    vec_push(&a->owned, owned);
    return owned;
}

static void read_flag(cc_arguments *a, cc_word *w)
{
    const char *t = w->text;
    w->role = CC_BOTH;
    if (!strcmp(t, "-c") || !strcmp(t, "-S")) {
        w->role = CC_REPLACED;
        a->compile_only = true;
        a->assembly |= t[1] == 'S';
    } else if (text_begins(t, "-O") || text_begins(t, "-flto") || text_begins(t, "-fno-lto") ||
               text_begins(t, "-ffat-lto") || text_begins(t, "-save-temps") ||
               text_begins(t, "--save-temps") || !strcmp(t, "-gsplit-dwarf") ||
               !strcmp(t, "-pipe")) {
        w->role = CC_REPLACED;
    } else if (text_begins(t, "-fsanitize=") && strstr(t, "fuzzer")) {
        w->text = without_fuzzer(a, t);
        w->role = *w->text ? CC_BOTH : CC_REPLACED;
        a->sanitized |= *w->text != 0;
    } else if (text_begins(t, "-fsanitize=")) {
        a->sanitized = true;
    } else if (!strcmp(t, "--tandem-undefined")) {
        w->role = CC_REPLACED;
        a->undefined = true;
    } else if (!strcmp(t, "-MD") || !strcmp(t, "-MMD")) {
        w->role = CC_COMPILE;
        a->makes_rules = true;
    } else if (text_begins(t, "-MF") || text_begins(t, "-MT") || text_begins(t, "-MQ")) {
        w->role = CC_COMPILE; /* with the operand in the same word */
        a->rules_file |= t[2] == 'F';
        a->rules_target |= t[2] != 'F';
    } else if (text_begins(t, "-l") || text_begins(t, "-L") || text_begins(t, "-Wl,")) {
        w->role = CC_LINK;
    } else if (text_begins(t, "-g")) {
        w->role = CC_COMPILE;
        a->debug = strcmp(t, "-g0") && strcmp(t, "-g1") && strcmp(t, "-gmlt") &&
                   strcmp(t, "-gline-tables-only") && strcmp(t, "-gline-directives-only");
        if (!a->debug)
            w->role = CC_REPLACED;
    }
    a->shared |= !strcmp(t, "-shared") || !strcmp(t, "--shared");
    a->partial |= !strcmp(t, "-r");
    a->bare |=
        !strcmp(t, "-nostdlib") || !strcmp(t, "-nodefaultlibs") || !strcmp(t, "-nostartfiles");
    a->help |= !strcmp(t, "--help");
    a->man |= !strcmp(t, "--tandem-man");
    a->pass_on |= IS_ONE_OF(t, no_work) || text_begins(t, "-print-") ||
                  text_begins(t, "--print-") || text_begins(t, "--target=");
}

/* Roles for the two words of `-o file` and the like; false if the word stands alone. */
static bool read_pair(cc_arguments *a, cc_word *w, cc_word *operand, const char **language)
{
    const char *t = w->text;
    if (!strcmp(t, "-o")) {
        w->role = CC_OUTPUT;
        a->output = operand ? operand->text : NULL;
    } else if (!strcmp(t, "-x")) {
        w->role = CC_LANGUAGE;
        *language = operand && strcmp(operand->text, "none") ? operand->text : NULL;
    } else if (IS_ONE_OF(t, with_operand)) {
        w->role = CC_BOTH;
    } else if (IS_ONE_OF(t, rules_with_operand)) {
        w->role = CC_COMPILE;
        a->rules_file |= t[2] == 'F';
        a->rules_target |= t[2] != 'F';
    } else if (IS_ONE_OF(t, link_with_operand)) {
        w->role = CC_LINK;
    } else {
        return false;
    }
    if (operand)
        operand->role = w->role;
    return true;
}

void cc_arguments_read(cc_arguments *a, char **argv)
{
    *a = (cc_arguments){0};
    for (; *argv; argv++)
        add_words(a, *argv, 0);
    const char *language = NULL;
    bool only_inputs = false;
    for (size_t i = 0; i < a->words.n; i++) {
        cc_word *w = &a->words.at[i];
        cc_word *next = i + 1 < a->words.n ? w + 1 : NULL;
        if (only_inputs || w->text[0] != '-' || !w->text[1]) {
            read_input(a, w, language);
        } else if (!strcmp(w->text, "--")) {
            only_inputs = true;
            w->role = CC_REPLACED;
        } else if (read_pair(a, w, next, &language)) {
            a->pass_on |= !next; /* it will complain */
            i++;
        } else if (text_begins(w->text, "-o")) {
            w->role = CC_OUTPUT;
            a->output = w->text + 2;
        } else if (text_begins(w->text, "-x")) {
            w->role = CC_LANGUAGE;
            language = strcmp(w->text + 2, "none") ? w->text + 2 : NULL;
        } else {
            a->pass_on |= !strcmp(w->text, "-target");
            read_flag(a, w);
        }
    }
    if (!a->n_inputs || (a->compile_only && a->output && a->n_inputs > 1))
        a->pass_on = true;
}

void cc_arguments_free(cc_arguments *a)
{
    for (size_t i = 0; i < a->owned.n; i++)
        free(a->owned.at[i]);
    vec_free(&a->owned);
    vec_free(&a->words);
}
