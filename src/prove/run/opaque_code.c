#include "prove/run/opaque_code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "process/janitor.h"
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
    c->janitor = janitor_hire(c->folder);
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n >= k && !strcmp(text + n - k, end);
}

/* Objects and archives become a shared object. */
static char *usable_library(opaque_code *c, const char *path, size_t number,
                            const sandbox_choice *choice, char **error)
{
    if (!ends_with(path, ".o") && !ends_with(path, ".a"))
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

/* In the order of the libraries. False when none has it. */
static bool bind_one(opaque_code *c, const ir_opaque *o, const char *const *libraries, size_t n,
                     const opaque_config *config, char **why)
{
    bool found = false;
    VEC(const char *) ctypes = {0};
    const char *none = "int";
    if (o->nullary)
        vec_push(&ctypes, none);
    vec_append(&ctypes, o->ctypes.at, o->ctypes.n);
    box_declaration d = {.decl = o->decl, .symbol = o->symbol, .ctypes = ctypes.at};
    char *error = NULL;
    for (size_t i = 0; i < n && !found; i++) {
        d.library = libraries[i];
        d.restricted = true; /* the program names it */
        found = boxes_bind(c->boxes, &d, &error);
        if (error && strstr(error, "cannot be loaded")) { /* not just elsewhere */
            free(*why);
            *why = error;
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
        box_declaration d = {.decl = p->opaques.at[0].decl, .library = libraries[i], .symbol = "-"};
        char *message = NULL;
        bool usable =
            boxes_library(c->boxes, (uint32_t)i, &names) && !strcmp(names.given, libraries[i]);
        if (!usable && !boxes_bind(c->boxes, &d, &message))
            *error = message;
    }
    return good >= n;
}

bool opaque_code_open(opaque_code *c, const ir_program *p, const opaque_config *config,
                      char **error)
{
    *c = (opaque_code){.missing = STRBUF_INIT, .janitor = -1};
    if (!p->opaques.n)
        return true;
    VEC(char *) libraries = {0};
    bool good = true;
    for (size_t i = 0; i < config->n_libraries && good; i++) {
        char *path = usable_library(c, config->libraries[i], i, &config->sandbox, error);
        good = path != NULL;
        if (good)
            vec_push(&libraries, path);
    }
    if (good && p->support.n) {
        strbuf object = STRBUF_INIT;
        good = make_folder(c, error);
        strbuf_printf(&object, "%s/support.so", good ? c->folder : "");
        good = good && ir_compile_support(&p->support, object.text, &config->sandbox, error);
        char *path = strbuf_detach(&object);
        vec_push(&libraries, path);
    }
    const char *const *paths = (const char *const *)libraries.at;
    if (good) {
        c->boxes = boxes_new(p->bank, &(box_config){.libraries = paths,
                                                    .n_libraries = (uint32_t)libraries.n,
                                                    .timeout_seconds = config->call_seconds,
                                                    .keep_compiled = true,
                                                    .sandbox_off = config->sandbox.off,
                                                    .may = config->sandbox.may,
                                                    .seed = config->seed,
                                                    .interrupt = config->interrupt});
        good = check_libraries(c, p, paths, libraries.n, error);
    }
    for (size_t i = 0; i < p->opaques.n && good; i++) {
        char *why = NULL;
        if (!bind_one(c, &p->opaques.at[i], paths, libraries.n, config, &why))
            strbuf_printf(&c->missing, "%s'%s'%s%s%s", c->missing.n ? ", " : "",
                          p->opaques.at[i].name, why ? " (" : "", why ? why : "", why ? ")" : "");
        free(why);
    }
    for (size_t i = 0; i < libraries.n; i++)
        free(libraries.at[i]);
    vec_free(&libraries);
    if (c->boxes && (c->missing.n || !good)) {
        boxes_free(c->boxes);
        c->boxes = NULL;
    }
    return good;
}

void opaque_code_close(opaque_code *c)
{
    boxes_free(c->boxes);
    if (c->folder)
        folder_remove(c->folder);
    janitor_dismiss(c->janitor);
    free(c->folder);
    strbuf_free(&c->missing);
}
