#include "prove/run/opaque_code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "box/worker/invoke.h"
#include "program/compile.h"

static const char *const harmless[] = {
    "abs",     "labs",    "llabs",   "ffs",      "ffsl",    "ffsll",   "isalnum",
    "isalpha", "isblank", "iscntrl", "isdigit",  "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "toascii",
    "isascii", "htonl",   "htons",   "ntohl",    "ntohs",
};

static bool listed(const char *const *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

static bool make_folder(opaque_code *c, char **error)
{
    if (c->folder)
        return true;
    c->folder = folder_temporary();
    if (!c->folder) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "no scratch folder: %s", strerror(errno));
        *error = strbuf_detach(&text);
        return false;
    }
    return true;
}

/* Objects and archives become a shared object. */
static char *usable_library(opaque_code *c, const char *path, size_t number,
                            const sandbox_choice *choice, char **error)
{
    if (!text_ends(path, ".o") && !text_ends(path, ".a"))
        return base_strdup(path);
    strbuf object = STRBUF_INIT;
    bool good = make_folder(c, error);
    strbuf_printf(&object, "%s/lib%zu.so", good ? c->folder : "", number);
    good = good && ir_link_shared(path, object.text, choice, error);
    char *result = strbuf_detach(&object);
    if (good)
        return result;
    free(result);
    return NULL;
}

/* Whether the function behind a wrapper may be called: it is in a library, harmless, or named. */
static bool may_call(opaque_code *c, const char *function)
{
    sort_id number = SORT_ID_INT;
    term_bank *b = c->bank;
    decl_id probe = decl_new(b, symbol_fresh(b, function), &number, 1, number);
    box_declaration d = {.decl = probe,
                         .symbol = function,
                         .ctypes = (const char *const[]){"int", "int"},
                         .restricted = true};
    char *error = NULL;
    bool found =
        listed(c->config->named, c->config->n_named, function) || boxes_bind(c->boxes, &d, &error);
    free(error);
    return found;
}

/* In the order of the libraries. False when none has it. */
static bool bind_one(opaque_code *c, const ir_opaque *o)
{
    const opaque_config *config = c->config;
    if (o->behind && !may_call(c, o->behind))
        return false;
    bool found = false;
    VEC(const char *) ctypes = {0};
    const char *none = "int";
    if (o->nullary)
        vec_push(&ctypes, none);
    vec_append(&ctypes, o->ctypes.at, o->ctypes.n);
    box_declaration d = {.decl = o->decl, .symbol = o->symbol, .ctypes = ctypes.at};
    char *error = NULL;
    for (size_t i = 0; i < c->libraries.n && !found; i++) {
        d.library = c->libraries.at[i];
        d.restricted = true; /* the program names it */
        found = boxes_bind(c->boxes, &d, &error);
        if (error && strstr(error, "cannot be loaded")) { /* not just elsewhere */
            free(c->trouble);
            c->trouble = error;
        } else {
            free(error);
        }
        error = NULL;
    }
    bool system =
        !o->supported && (listed(harmless, sizeof harmless / sizeof *harmless, o->symbol) ||
                          listed(config->named, config->n_named, o->symbol));
    if (!found && system) {
        d.library = NULL;
        d.restricted = false;
        found = boxes_bind(c->boxes, &d, &error);
        free(error);
    }
    vec_free(&ctypes);
    return found;
}

/* All libraries have to be good, whether a function of them is used or not. */
static bool check_libraries(opaque_code *c, const ir_program *p, const char *const *libraries,
                            size_t n, char **error)
{
    box_library_names names;
    size_t good = 0;
    while (boxes_library(c->boxes, (uint32_t)good, &names))
        good++;
    for (size_t i = 0; good < n && i < n && !*error; i++) { /* binding says what is wrong */
        decl_id any = p->opaques.n ? p->opaques.at[0].decl : p->foreign.at[0].decl;
        box_declaration d = {.decl = any, .library = libraries[i], .symbol = "-"};
        char *message = NULL;
        bool usable =
            boxes_library(c->boxes, (uint32_t)i, &names) && !strcmp(names.given, libraries[i]);
        if (!usable && !boxes_bind(c->boxes, &d, &message))
            *error = message;
    }
    return good >= n;
}

static bool prepare_libraries(opaque_code *c, const ir_program *p, char **error)
{
    for (size_t i = 0; i < c->config->n_libraries; i++) {
        char *path = usable_library(c, c->config->libraries[i], i, &c->config->sandbox, error);
        if (!path)
            return false;
        vec_push(&c->libraries, path);
    }
    if (!p->support.n)
        return true;
    strbuf object = STRBUF_INIT;
    bool good = make_folder(c, error);
    strbuf_printf(&object, "%s/support.so", good ? c->folder : "");
    good = good && ir_compile_support(&p->support, object.text, &c->config->sandbox, error);
    char *path = strbuf_detach(&object);
    vec_push(&c->libraries, path);
    return good;
}

static void bind_all(opaque_code *c, const ir_opaque *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bind_one(c, &list[i]) || opaque_code_lacks(c, list[i].name))
            continue;
        char *name = base_strdup(list[i].name);
        vec_push(&c->missing, name);
    }
}

void opaque_code_bind(opaque_code *c, const ir_program *p)
{
    if (!c->boxes)
        return;
    bind_all(c, p->opaques.at, p->opaques.n);
    bind_all(c, p->foreign.at, p->foreign.n);
}

bool opaque_code_lacks(const opaque_code *c, const char *name)
{
    return listed((const char *const *)c->missing.at, c->missing.n, name);
}

bool opaque_code_is_known(const opaque_code *c, const ir_opaque *o)
{
    const box *x = c->boxes ? boxes_find(c->boxes, o->decl) : NULL;
    return x && !x->library && listed(harmless, sizeof harmless / sizeof *harmless, o->symbol);
}

bool opaque_code_open(opaque_code *c, const ir_program *p, const opaque_config *config,
                      char **error)
{
    *c = (opaque_code){.config = config, .bank = p->bank};
    if (!p->opaques.n && !p->foreign.n)
        return true;
    if (!prepare_libraries(c, p, error))
        return false;
    const char *const *paths = (const char *const *)c->libraries.at;
    c->boxes = boxes_new(p->bank, &(box_config){.libraries = paths,
                                                .n_libraries = (uint32_t)c->libraries.n,
                                                .timeout_seconds = config->call_seconds,
                                                .keep_compiled = true,
                                                .sandbox_off = config->sandbox.off,
                                                .may = config->sandbox.may,
                                                .seed = config->seed,
                                                .interrupt = config->interrupt});
    if (!check_libraries(c, p, paths, c->libraries.n, error))
        return false;
    opaque_code_bind(c, p);
    return true;
}

void opaque_code_close(opaque_code *c)
{
    boxes_free(c->boxes);
    if (c->folder)
        folder_remove(c->folder);
    free(c->folder);
    for (size_t i = 0; i < c->libraries.n; i++)
        free(c->libraries.at[i]);
    for (size_t i = 0; i < c->missing.n; i++)
        free(c->missing.at[i]);
    free(c->trouble);
    vec_free(&c->libraries);
    vec_free(&c->missing);
}
