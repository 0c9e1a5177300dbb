#include "cc/steps.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "cc/children.h"
#include "cc/linked.h"
#include "cc/notes.h"
#include "instrument/instrument.h"

/* One compilation: files of ours are in the scratch folder. */
typedef struct job {
    const cc_arguments *a;
    const char *folder;
    VEC(char *) owned;
} job;

static char *own(job *j, strbuf *text)
{
    char *owned = strbuf_detach(text);
    vec_push(&j->owned, owned);
    return owned;
}

/* ---- Compiling */

/* The name without folders, and with another suffix. */
static char *renamed(job *j, const char *path, const char *suffix, bool keep_folder)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash && !keep_folder ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%.*s%s", dot && dot != name ? (int)(dot - name) : (int)strlen(name), name,
                  suffix);
    return own(j, &text);
}

static char *in_folder(job *j, size_t number, const char *suffix)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s/%zu%s", j->folder, number, suffix);
    return own(j, &text);
}

/* -MD names its file and its target after the output, which is not known to the compiler. */
static void add_rules(job *j, cc_words *w, const cc_word *source, const char *object)
{
    const cc_arguments *a = j->a;
    if (!a->makes_rules)
        return;
    if (!a->rules_file) {
        vec_push(w, "-MF");
        vec_push(w, a->output ? renamed(j, a->output, ".d", true)
                              : renamed(j, source->text, ".d", false));
    }
    if (!a->rules_target) {
        vec_push(w, "-MQ");
        vec_push(w, a->compile_only ? object : renamed(j, source->text, ".o", false));
    }
}

/* The front end only: branches are marked before anything is optimised (instrument/before/branches.h), which
 * then happens here. */
static const char *const our_flags[] = {"-O1", "-Qunused-arguments", "-fno-jump-tables", "-Xclang",
                                        "-disable-llvm-passes"};
/* Where the user wants a sanitizer, the compiler's own passes have to run. */
static const char *const late_flags[] = {"-O1",
                                         "-Qunused-arguments",
                                         "-fno-jump-tables",
                                         "-fno-vectorize",
                                         "-fno-slp-vectorize",
                                         "-fsanitize-coverage=trace-pc-guard"};
/* Old programs: gcc 12 warns of these, clang refuses them. They come first: the user's word counts. */
static const char *const lenient_flags[] = {"-Wno-error=implicit-function-declaration",
                                            "-Wno-error=implicit-int", "-Wno-error=int-conversion",
                                            "-Wno-error=incompatible-function-pointer-types"};
/* Undefined behaviour as branches to a trap. */
static const char *const undefined_flags[] = {"-fsanitize=undefined", "-fsanitize-trap=undefined",
                                              "-fno-sanitize=function,vptr"};

static void add_users_words(const job *j, cc_words *w)
{
    for (size_t i = 0; i < j->a->words.n; i++) {
        cc_role role = j->a->words.at[i].role;
        if (role == CC_BOTH || role == CC_COMPILE)
            vec_push(w, j->a->words.at[i].text);
    }
}

static void add_source(cc_words *w, const cc_word *source)
{
    vec_push(w, "-x");
    vec_push(w, source->language);
    if (source->text[0] == '-' && source->text[1])
        vec_push(w, "--");
    vec_push(w, source->text);
}

/* Warnings are errors (-Werror), and clang has others than the compiler that the program is made for: what gcc has
 * nothing to say of is no error here either. */
static bool gcc_accepts(job *j, const cc_word *source)
{
    cc_words w = {0};
    vec_push(&w, "gcc");
    add_users_words(j, &w);
    vec_push(&w, "-fsyntax-only");
    add_source(&w, source);
    int code = cc_run_program_noting(&w, in_folder(j, j->a->words.n, ".gcc"));
    vec_free(&w);
    return !code;
}

/* How often it was there. */
static size_t replace_word(cc_words *w, const char *text, const char *by)
{
    size_t found = 0;
    for (size_t i = 0; i < w->n && w->at[i]; i++)
        if (!strcmp(w->at[i], text)) {
            w->at[i] = by;
            found++;
        }
    return found;
}

/* With warnings as errors they are only said once it is known whether they are. */
static int run_front_end(job *j, cc_words *w, const cc_word *source)
{
    static const char strict[] = "-Werror";
    if (!replace_word(w, strict, strict) || !strcmp(source->text, "-"))
        return cc_run_program(w);
    strbuf said = STRBUF_INIT;
    const char *errors = in_folder(j, j->a->words.n, ".err");
    int code = cc_run_program_noting(w, errors);
    if (code && gcc_accepts(j, source)) {
        replace_word(w, strict, "-Wno-error");
        code = cc_run_program(w);
    } else if (file_read(errors, &said)) {
        text_write(stderr, said.text, said.n);
    }
    strbuf_free(&said);
    return code;
}

static int compile_to_bitcode(job *j, const cc_word *source, const char *object,
                              const char *bitcode)
{
    cc_words w = {0};
    vec_push(&w, CC_COMPILER);
    vec_append(&w, lenient_flags, sizeof lenient_flags / sizeof *lenient_flags);
    add_users_words(j, &w);
    if (j->a->sanitized)
        vec_append(&w, late_flags, sizeof late_flags / sizeof *late_flags);
    else
        vec_append(&w, our_flags, sizeof our_flags / sizeof *our_flags);
    if (j->a->undefined)
        vec_append(&w, undefined_flags, sizeof undefined_flags / sizeof *undefined_flags);
    if (j->a->shared) /* in code of programs the runtime is near */
        vec_push(&w, "-fPIC");
    if (!j->a->debug) /* lines are kept of it; types tell what the arguments of functions are */
        vec_push(&w, "-g");
    char *headers = cc_include_path();
    if (*headers) { /* behind all others: KLEE's own come first */
        vec_push(&w, "-idirafter");
        vec_push(&w, headers);
    }
    add_rules(j, &w, source, object);
    const char *end[] = {"-emit-llvm", "-c", "-o", bitcode};
    vec_append(&w, end, sizeof end / sizeof *end);
    add_source(&w, source);
    int code = run_front_end(j, &w, source);
    vec_free(&w);
    free(headers);
    return code;
}

typedef struct instrumentation {
    const cc_arguments *a;
    const char *source, *bitcode, *early, *output;
} instrumentation;

/* In a child of its own, which can be ended at any time. */
static int instrument(const void *context)
{
    const instrumentation *i = context;
    strbuf before = STRBUF_INIT;
    char *error = NULL;
    int code = 0;
    bool carries = !i->a->assembly, early = !i->a->sanitized;
    ir_instrument_options options = {.carry = carries ? i->bitcode : NULL,
                                     .carry_early = carries && early ? i->early : NULL,
                                     .only_lines = !i->a->debug,
                                     .early = early};
    if (early && !ir_branches_prepare(&error))
        code = cc_fail(i->source, error);
    else if (!file_read(i->bitcode, &before))
        code = cc_fail(i->source, "the compiler wrote no file");
    else if (!ir_instrument_emit(&before, &options, i->a->assembly ? IR_ASSEMBLY : IR_OBJECT,
                                 i->output, &error))
        code = cc_fail(i->source, error);
    free(error);
    strbuf_free(&before);
    return code;
}

static int print_file(const char *path)
{
    strbuf text = STRBUF_INIT;
    bool good = file_read(path, &text);
    if (good)
        text_write(stdout, text.text, text.n);
    good = good && !fflush(stdout) && !ferror(stdout);
    strbuf_free(&text);
    return good ? 0 : cc_fail("standard output", strerror(errno));
}

static int compile_source(job *j, const cc_word *source, size_t number, const char *object)
{
    const char *bitcode = in_folder(j, number, ".bc");
    bool to_stdout = !strcmp(object, "-");
    const char *output = to_stdout ? in_folder(j, number, ".out") : object;
    int code = compile_to_bitcode(j, source, object, bitcode);
    instrumentation i = {.a = j->a,
                         .source = source->text,
                         .bitcode = bitcode,
                         .early = in_folder(j, number, ".early.bc"),
                         .output = output};
    if (!code && (code = cc_run_function(instrument, &i)))
        unlink(output);
    return code || !to_stdout ? code : print_file(output);
}

/* An input that is no C source, with -c or -S: assembly, C++. */
static int compile_other(job *j, const cc_word *input)
{
    cc_words w = {0};
    cc_note_input(input);
    vec_push(&w, CC_COMPILER);
    for (size_t i = 0; i < j->a->words.n; i++) {
        cc_role role = j->a->words.at[i].role;
        if (role == CC_BOTH || role == CC_COMPILE || role == CC_OUTPUT)
            vec_push(&w, j->a->words.at[i].text);
    }
    vec_push(&w, j->a->assembly ? "-S" : "-c");
    if (input->language) {
        vec_push(&w, "-x");
        vec_push(&w, input->language);
    }
    vec_push(&w, input->text);
    int code = cc_run_program(&w);
    vec_free(&w);
    return code;
}

static int compile_all(job *j)
{
    int worst = 0;
    for (size_t i = 0; i < j->a->words.n; i++) {
        const cc_word *w = &j->a->words.at[i];
        int code = 0;
        if (w->role == CC_INPUT)
            code = compile_other(j, w);
        else if (w->role == CC_SOURCE)
            code = compile_source(j, w, i,
                                  j->a->output
                                      ? j->a->output
                                      : renamed(j, w->text, j->a->assembly ? ".s" : ".o", false));
        worst = code ? code : worst;
    }
    return worst;
}

/* ---- Linking */

/* A shared object finds the runtime in the program that loads it. */
static int add_runtime(job *j, cc_words *w)
{
    if (j->a->shared || j->a->partial || j->a->bare)
        return 0;
    strbuf path = STRBUF_INIT;
    char *found = cc_runtime_path();
    strbuf_puts(&path, found);
    free(found);
    if (!path.n)
        return cc_fail(NULL,
                       "the runtime library libtandem_rt.a is neither beside this program nor "
                       "where it was to be installed");
    vec_push(w, "-Wl,--export-dynamic-symbol=tandem_*");
    vec_push(w, own(j, &path));
    return 0;
}

/* What the program is linked with, as an object. */
static int add_notes(job *j, cc_words *w)
{
    strbuf text = STRBUF_INIT;
    int code = 0;
    if (!j->a->shared && !j->a->partial && !j->a->bare)
        cc_linked_note(j->a, &text);
    if (text.n) {
        const char *path = in_folder(j, j->a->words.n, ".s");
        if (!file_write(path, &text))
            code = cc_fail(path, strerror(errno));
        vec_push(w, path);
    }
    strbuf_free(&text);
    return code;
}

/* The runtime has a main for harnesses, so that linkers speak of these where there is no main. */
static bool has_no_main(const char *errors)
{
    return strstr(errors, "undefined reference to `LLVMFuzzerTestOneInput'") ||
           strstr(errors, "undefined symbol: LLVMFuzzerTestOneInput");
}

/* Passes on what the linker says, unless nothing is there to run: then it would speak of our files. */
static int run_linker(job *j, cc_words *w)
{
    strbuf said = STRBUF_INIT;
    const char *errors = in_folder(j, j->a->words.n, ".err");
    int code = cc_run_program_noting(w, errors);
    file_read(errors, &said); /* nothing there: nothing said */
    if (code && has_no_main(said.text))
        cc_fail(NULL, "there is neither main nor LLVMFuzzerTestOneInput: no program (-c makes an "
                      "object, -shared a library)");
    else
        text_write(stderr, said.text, said.n);
    strbuf_free(&said);
    return code;
}

static int link_all(job *j)
{
    cc_words w = {0};
    int code = 0;
    vec_push(&w, CC_COMPILER);
    vec_push(&w, "-Qunused-arguments");
    const char *language = NULL;
    for (size_t i = 0; i < j->a->words.n && !code; i++) {
        const cc_word *word = &j->a->words.at[i];
        const char *text = word->text;
        const char *wanted = word->role == CC_INPUT ? word->language : NULL;
        if (word->role == CC_INPUT)
            cc_note_input(word);
        if (word->role == CC_SOURCE) {
            text = in_folder(j, i, ".o");
            code = compile_source(j, word, i, text);
        } else if (word->role == CC_LANGUAGE || word->role == CC_REPLACED ||
                   word->role == CC_COMPILE) {
            continue;
        }
        if ((word->role == CC_INPUT || word->role == CC_SOURCE) && wanted != language) {
            vec_push(&w, "-x");
            vec_push(&w, wanted ? wanted : "none");
            language = wanted;
        }
        vec_push(&w, text);
    }
    if (language) {
        vec_push(&w, "-x");
        vec_push(&w, "none");
    }
    code = code ? code : add_notes(j, &w);
    code = code ? code : add_runtime(j, &w);
    code = code ? code : run_linker(j, &w);
    vec_free(&w);
    return code;
}

int cc_run(const cc_arguments *a)
{
    folder_remove_dead();
    char *folder = folder_temporary();
    if (!folder)
        return cc_fail("no scratch folder", strerror(errno));
    cc_watch_signals();
    setenv("TMPDIR", folder, 1); /* the compiler's own files go with ours */
    job j = {.a = a, .folder = folder};
    int code = a->compile_only ? compile_all(&j) : link_all(&j);
    folder_remove(folder);
    cc_end_by_signal();
    for (size_t i = 0; i < j.owned.n; i++)
        free(j.owned.at[i]);
    vec_free(&j.owned);
    free(folder);
    return code;
}
