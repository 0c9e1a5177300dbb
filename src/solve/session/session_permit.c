/* What a script may run. The command line is the user's word, a script is not: functions of --lib,
 * programs of --oracle-path and pure functions of libc need nothing; all else that a script names
 * has to lie below a folder of --allow-code=DIR, where symbolic links out of it do not count, or
 * needs --allow-code. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solve/session/session_parts.h"

bool session_allows_all(const session *s)
{
    for (uint32_t i = 0; i < s->config.boxes.n_allowed; i++)
        if (!*s->config.boxes.allowed[i])
            return true;
    return false;
}

static bool lies_below(const char *path, const char *folder)
{
    char *real = realpath(folder, NULL);
    size_t n = real ? strlen(real) : 0;
    bool below = real && !strncmp(path, real, n) && (n == 1 || path[n] == '/');
    free(real);
    return below;
}

char *session_allowed_file(const session *s, const char *path)
{
    char *real = realpath(path, NULL);
    bool good = real && session_allows_all(s);
    for (uint32_t i = 0; real && !good && i < s->config.boxes.n_allowed; i++)
        good = lies_below(real, s->config.boxes.allowed[i]);
    if (good)
        return real;
    free(real);
    return NULL;
}

/* The file of --lib that this is, as the command line names it; NULL: it is none. */
static const char *listed_library(const session *s, const char *path)
{
    const char *found = NULL;
    char *real = realpath(path, NULL);
    for (uint32_t i = 0; real && !found && i < s->config.boxes.n_libraries; i++) {
        char *other = realpath(s->config.boxes.libraries[i], NULL);
        if (other && !strcmp(real, other))
            found = s->config.boxes.libraries[i];
        free(other);
    }
    free(real);
    return found;
}

/* A file named in a script is looked for beside the script. */
static char *beside_script(const session *s, const char *name)
{
    const char *slash = s->config.name ? strrchr(s->config.name, '/') : NULL;
    if (*name == '/' || !slash)
        return base_strdup(name);
    strbuf path = STRBUF_INIT;
    strbuf_add(&path, s->config.name, (size_t)(slash + 1 - s->config.name));
    strbuf_puts(&path, name);
    return strbuf_detach(&path);
}

static bool runs(const char *path)
{
    struct stat info;
    return !access(path, X_OK) && !stat(path, &info) && S_ISREG(info.st_mode);
}

static bool climbs(const char *name)
{
    for (; name; name = strchr(name, '/') ? strchr(name, '/') + 1 : NULL)
        if (!strncmp(name, "..", 2) && (!name[2] || name[2] == '/'))
            return true;
    return false;
}

/* The program in a folder of --oracle-path, there also without the folder that the script names. */
static char *program_of_folders(const session *s, const char *name)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    for (uint32_t i = 0; i < s->config.boxes.n_program_folders; i++)
        for (int k = climbs(name); k < 2; k++) {
            strbuf candidate = STRBUF_INIT;
            strbuf_printf(&candidate, "%s/%s", s->config.boxes.program_folders[i], k ? base : name);
            if (*base && !climbs(base) && runs(candidate.text))
                return strbuf_detach(&candidate);
            strbuf_free(&candidate);
        }
    return NULL;
}

static void refuse(session *s, const smt_command *c, const char *what, const char *path)
{
    char *real = path ? realpath(path, NULL) : NULL;
    char *slash = real ? strrchr(real, '/') : NULL;
    strbuf grant = STRBUF_INIT;
    strbuf_puts(&grant, "--allow-code");
    if (slash)
        strbuf_printf(&grant, "=%.*s", (int)(slash - real) + (slash == real), real);
    session_refuse(s, "refused: %s; a script runs no code by itself: add %s%s to the command line",
                   what, grant.text,
                   c->box.executable && slash ? " or --oracle-path with that folder" : "");
    strbuf_free(&grant);
    free(real);
}

/* Some programs look at the name that they are called by: it stays where everything is allowed. */
static char *allowed_program(const session *s, const char *path)
{
    return session_allows_all(s) ? base_strdup(path) : session_allowed_file(s, path);
}

static bool permit_program(session *s, const smt_command *c, decl_id d, session_binding *b)
{
    const char *name = c->box.executable;
    char *beside = beside_script(s, name), *elsewhere = NULL;
    const char *found = runs(beside) ? beside : NULL;
    if (found)
        b->program = allowed_program(s, found);
    if (!b->program)
        b->program = program_of_folders(s, name);
    if (!b->program && !found && (elsewhere = boxes_find_program(name))) {
        found = elsewhere;
        b->program = allowed_program(s, found);
    }
    if (!b->program && found) {
        strbuf what = STRBUF_INIT;
        strbuf_printf(&what, "the program '%s' (%s)", name, found);
        refuse(s, c, what.text, found);
        strbuf_free(&what);
    } else if (!b->program) {
        session_error(s,
                      "closed box '%s': '%s' is no program that can be run: give --oracle-path DIR",
                      symbol_text(s->bank, decl_name(s->bank, d)), name);
    }
    free(elsewhere);
    free(beside);
    return b->program;
}

static bool permit_library(session *s, const smt_command *c, session_binding *b)
{
    char *path = beside_script(s, c->box.library);
    const char *listed = listed_library(s, path);
    if (listed)
        b->library = base_strdup(listed);
    else if (session_allows_all(s))
        b->library = base_strdup(path);
    else
        b->library = session_allowed_file(s, path);
    bool there = strchr(c->box.library, '/') == NULL || !access(path, F_OK);
    if (!b->library && there) {
        strbuf what = STRBUF_INIT;
        strbuf_printf(&what, "the library '%s'", c->box.library);
        refuse(s, c, what.text, path);
        strbuf_free(&what);
        free(path);
        return false;
    }
    if (!b->library)
        b->library = base_strdup(path); /* binding says that it is not there */
    free(path);
    return true;
}

/* C text of the script: its own, or around a prototype. */
static bool permit_source(session *s, const smt_command *c)
{
    char *script = s->config.name ? session_allowed_file(s, s->config.name) : NULL;
    bool good = session_allows_all(s) || script;
    if (!good)
        refuse(s, c, c->box.prototype ? "the C text of :c" : "the C text of :source",
               s->config.name);
    free(script);
    return good;
}

bool session_permit(session *s, const smt_command *c, decl_id d, session_binding *b)
{
    *b = (session_binding){.restricted = !session_allows_all(s)};
    if (c->box.executable)
        return permit_program(s, c, d, b);
    if (c->box.source)
        return permit_source(s, c);
    return !c->box.library || permit_library(s, c, b);
}

void session_refuse_function(session *s, const char *symbol)
{
    session_refuse(s,
                   "refused: '%s' of the C library is none of the functions that a script may call "
                   "by itself; add --allow-code to the command line, or --lib with a file that "
                   "defines it",
                   symbol);
}
