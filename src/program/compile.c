#include "program/compile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "base/vec.h"
#include "llvm/clang.h"
#include "process/process.h"
#include "program/contracts.h"
#include "sandbox/compiler.h"

#define COMPILE_SECONDS 30

/* As functions, so that a program may declare them itself; the signatures are those in use. */
static const char HEADER[] =
    "extern int unknown();\nextern void assume(int);\nextern void assert(int);\n"
    "extern void __VERIFIER_assume(int);\nextern void __VERIFIER_assert(int);\n"
    "extern void __VERIFIER_error(void);\nextern void reach_error(void);\n"
    "extern void abort(void);\nextern void exit(int);\n"
    "extern int __VERIFIER_nondet_int(void);\nextern _Bool __VERIFIER_nondet_bool(void);\n"
    "extern char __VERIFIER_nondet_char(void);\nextern short __VERIFIER_nondet_short(void);\n"
    "extern long __VERIFIER_nondet_long(void);\n"
    "extern long long __VERIFIER_nondet_longlong(void);\n"
    "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
    "extern unsigned short __VERIFIER_nondet_ushort(void);\n"
    "extern unsigned __VERIFIER_nondet_uint(void);\n"
    "extern unsigned long __VERIFIER_nondet_ulong(void);\n";

const char *ir_predeclared(void)
{
    return HEADER;
}

/* `source` lies in a folder that may be read, `output` in one that may be written. */
static bool run_compiler(char *const *argv, const char *source, const char *output,
                         const sandbox_choice *choice, char **error)
{
    char *scratch = base_strdup(output);
    char *slash = strrchr(scratch, '/');
    if (slash)
        *slash = '\0';
    compiler_job job = {.argv = argv,
                        .scratch = slash ? scratch : ".",
                        .source = source,
                        .off = choice->off,
                        .may = &choice->may,
                        .cpu_seconds = COMPILE_SECONDS};
    process *p = compiler_start(&job, error);
    free(scratch);
    if (!p)
        return false;
    process_close_input(p);
    process_event event;
    double deadline = clock_wall() + COMPILE_SECONDS;
    while ((event = process_wait(p, deadline)) == PROCESS_OUTPUT)
        ;
    bool good = event == PROCESS_EXIT && process_status(p) == 0;
    if (!good) {
        strbuf text = STRBUF_INIT;
        strbuf_puts(&text, event == PROCESS_EXIT ? compiler_words(&job, p)
                                                 : "the compiler did not come to an end");
        while (text.n && text.text[text.n - 1] == '\n')
            text.text[--text.n] = 0;
        *error = strbuf_detach(&text);
    }
    process_free(p);
    return good;
}

/* The scopes' ends and beginnings are written from -O1 on only: a variable that comes into scope
 * again has lost its value. No pass of the optimiser runs. */
static bool run_front_end(const char *path, const ir_compile_config *config, const char *beside,
                          const char *header, const char *output, const char *original,
                          char **error)
{
    strbuf checks = STRBUF_INIT;
    strbuf_printf(&checks, "-fsanitize=%s", config->checks ? config->checks : "");
    char *const argv[] = {TANDEM_CLANG,
                          "-O1",
                          "-Xclang",
                          "-disable-llvm-passes",
                          "-fno-discard-value-names",
                          "-g",
                          "-fno-builtin",
                          "-ffp-contract=off",
                          "-fno-finite-loops", /* a loop without an end is not left */
                          "-fno-strict-aliasing",
                          "-fbracket-depth=65536",
                          "-w",
                          "-Wno-error",
                          config->ilp32 ? "-m32" : "-w",
                          config->checks ? checks.text : "-w",
                          config->wraps ? "-fwrapv" : "-w",
                          (char *)beside,
                          "-include",
                          (char *)header,
                          "-c",
                          "-emit-llvm",
                          "-x",
                          "c",
                          "-o",
                          (char *)output,
                          "--",
                          (char *)path,
                          NULL};
    bool good = run_compiler(argv, original, output, config->sandbox, error);
    strbuf_free(&checks);
    return good;
}

/* For wrappers around functions that are given memory (buffers.c): the function, in what was loaded last; rooms that end at a page nobody may
 * touch, and whether something was left as it was. */
static const char ROOMS[] =
    "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <link.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
    "static void *own(struct link_map *m, const char *name)\n{\n"
    "    void *h = dlopen(m->l_name, RTLD_NOLOAD | RTLD_LAZY), *f = h ? dlsym(h, name) : 0;\n"
    "    struct link_map *found = 0;\n    Dl_info info;\n"
    "    return f && dladdr1(f, &info, (void **)&found, RTLD_DL_LINKMAP) && found == m ? f : "
    "0;\n}\n"
    "void *tandem_find(const char *name, void **found)\n{\n"
    "    struct link_map *m = 0, *last;\n"
    "    if (*found)\n        return *found;\n"
    "    dlinfo(dlopen(0, RTLD_LAZY), RTLD_DI_LINKMAP, &m);\n"
    "    for (last = m; last->l_next; last = last->l_next)\n        ;\n"
    "    for (; last && !*found; last = last->l_prev)\n"
    "        if (*last->l_name)\n            *found = own(last, name);\n"
    "    if (!*found)\n        exit(1);\n    return *found;\n}\n"
    "static char *rooms[8], *copies[8];\nstatic unsigned long sizes[8];\n"
    "char *tandem_room(unsigned long k, unsigned long n)\n{\n"
    "    unsigned long size = (n + 4095) / 4096 * 4096;\n"
    "    if (sizes[k] != size) {\n"
    "        rooms[k] = mmap(0, size + 4096, PROT_READ | PROT_WRITE,\n"
    "                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
    "        copies[k] = malloc(size);\n"
    "        if (rooms[k] == MAP_FAILED || !copies[k])\n            exit(1);\n"
    "        mprotect(rooms[k] + size, 4096, PROT_NONE);\n"
    "        sizes[k] = size;\n    }\n"
    "    memset(rooms[k], 0, size);\n"
    "    return rooms[k] + size - n;\n}\n"
    "void tandem_keep(unsigned long k, unsigned long n)\n{\n"
    "    memcpy(copies[k], rooms[k], sizes[k]);\n}\n"
    "void tandem_kept(unsigned long k, unsigned long n)\n{\n"
    "    if (memcmp(copies[k], rooms[k], sizes[k]))\n        abort();\n}\n"
    "long tandem_where(const char *p, long known, const char *base, unsigned long stride,\n"
    "                  unsigned long n, long first)\n{\n"
    "    unsigned long at = p - base;\n"
    "    return known || !p || p < base || at % stride || at / stride > n ? known\n"
    "                                                     : first + (long)(at / stride);\n}\n"
    "long tandem_settled(const char *p, long known)\n{\n"
    "    if (p && !known)\n        exit(1);\n    return known;\n}\n";

typedef VEC(char *) word_list;

static void add_words(word_list *list, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        vec_push(list, (char *)words[i]);
}

/* One source as an object file. A driver of clang that has one thing to do does it by itself; one that compiles and links
 * starts clang again for each file, and starting it is most of the time. */
static bool compile_object(const char *const *flags, size_t n, const char *language,
                           const char *source, const char *object, const sandbox_choice *choice,
                           char **error)
{
    word_list argv = {0};
    add_words(&argv, (const char *const[]){TANDEM_CLANG}, 1);
    add_words(&argv, flags, n);
    add_words(&argv, (const char *const[]){"-c", "-x", language, source, "-o", object, NULL}, 7);
    bool good = run_compiler(argv.at, source, object, choice, error);
    vec_free(&argv);
    return good;
}

bool ir_compile_support(const strbuf *bitcode, const char *path, const sandbox_choice *choice,
                        char **error)
{
    static const char *const flags[] = {"-O1", "-w", "-fPIC"};
    enum { FLAGS = sizeof flags / sizeof *flags };
    strbuf input = STRBUF_INIT, rooms = STRBUF_INIT, objects[2] = {STRBUF_INIT, STRBUF_INIT};
    strbuf_printf(&input, "%s.bc", path);
    strbuf_printf(&rooms, "%s.c", path);
    strbuf_printf(&objects[0], "%s.bc.o", path);
    strbuf_printf(&objects[1], "%s.c.o", path);
    bool with = memmem(bitcode->text, bitcode->n, "tandem_room", strlen("tandem_room")) != NULL;
    char *const argv[] = {
        "cc", "-shared", "-o", (char *)path, objects[0].text, with ? objects[1].text : NULL, NULL};
    bool good = folder_write(input.text, bitcode->text, bitcode->n) &&
                (!with || folder_write(rooms.text, ROOMS, sizeof ROOMS - 1));
    if (!good)
        *error = base_strdup("the opaque operations cannot be written to a file");
    good =
        good && compile_object(flags, FLAGS, "ir", input.text, objects[0].text, choice, error) &&
        (!with || compile_object(flags, FLAGS, "c", rooms.text, objects[1].text, choice, error)) &&
        run_compiler(argv, input.text, path, choice, error);
    strbuf_free(&input);
    strbuf_free(&rooms);
    strbuf_free(&objects[0]);
    strbuf_free(&objects[1]);
    return good;
}

/* Compiles it beside the result at `path`, and adds the object to `objects`. */
static bool compile_hunted(const char *language, const char *source, const char *path,
                           const sandbox_choice *choice, word_list *objects, char **error)
{
    static const char *const flags[] = {"-O1",
                                        "-w",
                                        "-g0",
                                        "-fPIC",
                                        "-fwrapv",
                                        "-fno-builtin",
                                        "-fno-finite-loops",
                                        "-fno-strict-aliasing",
                                        "-fsanitize-coverage=trace-pc-guard,trace-cmp",
                                        "-fsanitize=address",
                                        "-fsanitize-address-use-after-return=never",
                                        "-mllvm",
                                        "-asan-force-dynamic-shadow",
                                        "-mllvm",
                                        "-asan-instrumentation-with-call-threshold=0"};
    strbuf object = STRBUF_INIT;
    strbuf_printf(&object, "%s.%zu.o", path, objects->n);
    vec_push(objects, strbuf_detach(&object));
    return compile_object(flags, sizeof flags / sizeof *flags, language, source,
                          objects->at[objects->n - 1], choice, error);
}

bool ir_link_hunted(const ir_hunted *parts, const char *path, const sandbox_choice *choice,
                    char **error)
{
    static const char *const first[] = {"cc", "-shared", "-Wl,-z,norelro", "-Wl,-z,defs",
                                        "-Wl,-Bsymbolic"};
    const char *const *libraries = parts->libraries;
    size_t n = parts->n_libraries;
    word_list objects = {0}, argv = {0};
    bool good = compile_hunted("ir", parts->bitcode, path, choice, &objects, error) &&
                compile_hunted("c", parts->text, path, choice, &objects, error);
    for (size_t i = 0; good && i < n; i++)
        if (text_ends(libraries[i], ".c"))
            good = compile_hunted("c", libraries[i], path, choice, &objects, error);
    add_words(&argv, first, sizeof first / sizeof *first);
    add_words(&argv, (const char *const *)objects.at, objects.n);
    vec_push(&argv, (char *)parts->object);
    for (size_t i = 0; i < n; i++)
        if (!text_ends(libraries[i], ".c"))
            vec_push(&argv, (char *)libraries[i]);
    add_words(&argv, (const char *const[]){"-lm", "-o", path, NULL}, 4);
    good = good && run_compiler(argv.at, n ? libraries[0] : parts->bitcode, path, choice, error);
    for (size_t i = 0; i < objects.n; i++)
        free(objects.at[i]);
    vec_free(&objects);
    vec_free(&argv);
    return good;
}

bool ir_link_shared(const char *object, const char *path, const sandbox_choice *choice,
                    char **error)
{
    char *const argv[] = {"cc",
                          "-shared",
                          "-Wl,--whole-archive",
                          (char *)object,
                          "-Wl,--no-whole-archive",
                          "-o",
                          (char *)path,
                          NULL};
    return run_compiler(argv, object, path, choice, error);
}

/* A copy with the conditions of comments as calls, which says that it is the file itself; what it
 * includes is looked for beside that. True: *copy is its path, *beside an option for the compiler.
 */
static bool write_copy(const char *path, const char *folder, strbuf *copy, strbuf *beside)
{
    strbuf source = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_puts(&text, "#line 1 \"");
    for (const char *c = path; *c; c++)
        strbuf_printf(&text, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    strbuf_puts(&text, "\"\n");
    bool good = file_read(path, &source) && !memchr(source.text, 0, source.n) &&
                ir_contracts_apply(source.text, &text);
    strbuf_printf(copy, "%s/program.c", folder);
    good = good && folder_write(copy->text, text.text, text.n);
    const char *slash = strrchr(path, '/');
    if (slash)
        strbuf_printf(beside, "-I%.*s", (int)(slash - path + 1), path);
    else
        strbuf_puts(beside, "-I.");
    strbuf_free(&source);
    strbuf_free(&text);
    return good;
}

bool ir_compile_c(const char *path, const ir_compile_config *config, strbuf *bitcode, char **error)
{
    char *folder = folder_temporary();
    strbuf header = STRBUF_INIT, output = STRBUF_INIT;
    strbuf_printf(&header, "%s/predeclared.h", folder ? folder : "");
    strbuf_printf(&output, "%s/program.bc", folder ? folder : "");
    strbuf declarations = STRBUF_INIT;
    strbuf_printf(&declarations, "#pragma clang system_header\n%s", HEADER);
    bool good = folder && folder_write(header.text, declarations.text, declarations.n);
    strbuf_free(&declarations);
    if (!good) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "no scratch folder: %s", strerror(errno));
        *error = strbuf_detach(&text);
    }
    strbuf copy = STRBUF_INIT, beside = STRBUF_INIT;
    bool copied = good && write_copy(path, folder, &copy, &beside);
    good = good && run_front_end(copied ? copy.text : path, config, copied ? beside.text : "-I.",
                                 header.text, output.text, path, error);
    strbuf_free(&copy);
    strbuf_free(&beside);
    if (good && !file_read(output.text, bitcode)) {
        *error = base_strdup("the compiler wrote no file");
        good = false;
    }
    if (folder)
        folder_remove(folder);
    free(folder);
    strbuf_free(&header);
    strbuf_free(&output);
    return good;
}
