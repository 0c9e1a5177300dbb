#include "box/bind/header.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/strbuf.h"
#include "box/bind/signature.h"
#include "box/box_impl.h"
#include "llvm/clang.h"
#include "process/process.h"
#include "sandbox/compiler.h"

#define READ_SECONDS 60.0

static void push_type(header_signature *s, const char *text, size_t n)
{
    while (n && *text == ' ')
        text++, n--;
    while (n && text[n - 1] == ' ')
        n--;
    vec_push(&s->types, base_strndup(text, n));
}

bool header_read_type(const char *text, header_signature *s)
{
    const char *open = strchr(text, '('), *at, *start;
    int depth = 0;
    *s = (header_signature){0};
    if (!open || open == text || open[1] == '*') /* that returns a function */
        return false;
    for (at = start = open + 1; *at; at++) {
        bool ends = !depth && (*at == ')' || *at == ',');
        depth += (*at == '(') - (*at == ')' && !ends);
        if (!ends)
            continue;
        bool variadic = at - start >= 3 && !strncmp(at - 3, "...", 3);
        bool nothing = at == start || (s->types.n == 0 && *at == ')' && at - start == 4 &&
                                       !strncmp(start, "void", 4));
        s->variadic |= variadic;
        if (!variadic && !nothing)
            push_type(s, start, (size_t)(at - start));
        start = at + 1;
        if (*at == ')')
            break;
    }
    if (*at == ')')
        push_type(s, text, (size_t)(open - text));
    else
        header_free(s);
    return s->types.n;
}

void header_free(header_signature *s)
{
    for (size_t i = 0; i < s->types.n; i++)
        free(s->types.at[i]);
    vec_free(&s->types);
}

/* A name of C: it goes into a program. */
static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    size_t n = strspn(text, letters);
    return n && !text[n + strspn(text + n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                           "0123456789")];
}

/* The text between the quotation marks behind `mark`, up to the last of the line; caller frees. */
static char *quoted(const char *words, const char *mark)
{
    const char *start = words ? strstr(words, mark) : NULL;
    if (!start)
        return NULL;
    start += strlen(mark);
    const char *end = strchr(start, '\'');
    return end ? base_strndup(start, (size_t)(end - start)) : NULL;
}

static char *write_probe(box_libraries *l, const char *const *headers, uint32_t n,
                         const char *function, char **error)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, "#define _GNU_SOURCE\n");
    for (uint32_t i = 0; i < n; i++) {
        char *path = access(headers[i], R_OK) ? NULL : realpath(headers[i], NULL);
        bool sane = !strpbrk(headers[i], "\"<>\n");
        if (sane && path)
            strbuf_printf(&text, "#include \"%s\"\n", path);
        else if (sane)
            strbuf_printf(&text, "#include <%s>\n", headers[i]);
        free(path);
    }
    strbuf_printf(&text,
                  "struct tandem_probe { int x; };\nstruct tandem_probe tandem_probe = %s;\n",
                  function);
    if (!l->folder)
        l->folder = folder_temporary();
    char *path = l->folder ? box_format("%s/probe.c", l->folder) : NULL;
    if (!path || !folder_write(path, text.text, text.n)) {
        *error = base_strdup("no folder for reading headers");
        free(path);
        path = NULL;
    }
    strbuf_free(&text);
    return path;
}

/* What clang says about the probe; the process is the caller's. */
static process *run_clang(const compiler_job *job, char **error)
{
    process *p = compiler_start(job, error);
    if (!p)
        return NULL;
    process_event event;
    do
        event = process_wait(p, clock_wall() + READ_SECONDS);
    while (event == PROCESS_OUTPUT);
    return p;
}

/* The type in the message, without typedefs if it has some; caller frees. NULL: the function is unknown. */
static char *type_in(const char *words)
{
    const char *line = strstr(words, "with an expression of incompatible type '");
    char *type = quoted(line, "(aka '");
    return type ? type : quoted(line, "incompatible type '");
}

bool header_find(box_libraries *l, const char *const *headers, uint32_t n, const char *function,
                 header_signature *s, char **error)
{
    char *path = is_name(function) ? write_probe(l, headers, n, function, error) : NULL;
    if (!path) {
        *error = *error ? *error : box_format("'%s' is no name of C", function);
        return false;
    }
    char *const argv[] = {TANDEM_CLANG, "-fsyntax-only",          "-w",
                          path,         "-fno-color-diagnostics", "-fno-caret-diagnostics",
                          NULL};
    const char *local = NULL;
    for (uint32_t i = 0; i < n; i++)
        local = access(headers[i], R_OK) ? local : headers[i];
    compiler_job job = {.argv = argv,
                        .scratch = l->folder,
                        .source = local ? local : path,
                        .off = l->sandbox_off,
                        .may = l->may,
                        .interrupt = l->interrupt};
    process *p = run_clang(&job, error);
    const char *words = p ? compiler_words(&job, p) : "";
    char *type = type_in(words);
    bool good = type && header_read_type(type, s);
    if (p && !good)
        *error = box_format("no header declares a function '%s'%s%s", function,
                            strstr(words, "file not found") ? ": " : "",
                            strstr(words, "file not found") ? words : "");
    process_free(p);
    free(type);
    free(path);
    return good;
}

static const char *header_missing(box_libraries *l, const char *const *headers, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        header_signature s = {0};
        char *error = NULL;
        if (!access(headers[i], R_OK))
            continue;
        /* a function that is nowhere: what is said of the header is all that matters */
        bool found = header_find(l, &headers[i], 1, "tandem_no_such_function", &s, &error);
        bool missing =
            !found && (strpbrk(headers[i], "\"<>\n") || (error && strstr(error, "file not found")));
        header_free(&s);
        free(error);
        if (missing)
            return headers[i];
    }
    return NULL;
}

const char *boxes_missing_header(const box_config *config)
{
    box_libraries l = {
        .sandbox_off = config->sandbox_off, .may = &config->may, .interrupt = config->interrupt};
    const char *missing = header_missing(&l, config->headers, config->n_headers);
    libraries_free(&l);
    return missing;
}

bool boxes_signature(box_set *set, const char *function, vec_u32 *sorts, box_types *types,
                     char **error)
{
    header_signature s = {0};
    if (!set->n_headers) {
        *error =
            box_format("closed box '%s' has no signature: write it, or give --header", function);
        return false;
    }
    if (!header_find(&set->libraries, set->headers, set->n_headers, function, &s, error))
        return false;
    bool good = !s.variadic;
    if (s.variadic)
        *error = box_format("'%s' takes any number of arguments: write its signature", function);
    for (size_t i = 0; i < s.types.n && good; i++) {
        sort_id sort = signature_sort(set->bank, s.types.at[i]);
        good = sort != 0;
        if (!good)
            *error = box_format(
                "%s of '%s' has type '%s', which has no sort of its own: write the "
                "signature, with a C prototype (:c) for structs and results by pointer",
                i + 1 == s.types.n ? "the result" : "a parameter", function, s.types.at[i]);
        vec_push(sorts, sort);
        vec_push(types, base_strdup(s.types.at[i]));
    }
    header_free(&s);
    return good;
}
