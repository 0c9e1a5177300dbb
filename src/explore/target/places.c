#include "explore/target/places.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "instrument/embedded.h"

static const char *const names[] = {TANDEM_PLACE_NAMES};
enum { PLACES = sizeof names / sizeof *names };

typedef struct place {
    const char *name;
    bool whole; /* the program wants what lies in it itself */
    text_list *shown;
} place;

/* The entry that a path speaks of, which may be followed by other things than a path: PATH lists, quotes. */
static void show(place *p, const char *entry, size_t n)
{
    strbuf path = STRBUF_INIT;
    struct stat info;
    for (int cut = 0; cut < 2; cut++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%.*s", p->name, (int)n, entry);
        bool there = !lstat(path.text, &info);
        for (size_t i = 0; i < p->shown->n && there; i++)
            there = strcmp(p->shown->at[i], path.text) != 0;
        if (there) {
            vec_push(p->shown, strbuf_detach(&path));
            break;
        }
        size_t k = strcspn(entry, ":;, \t\n='\"()");
        n = k < n ? k : n;
    }
    strbuf_free(&path);
}

/* Whatever in the text is the path of something in the place. */
static void read_paths(place *p, const char *text)
{
    size_t n = strlen(p->name);
    for (const char *at = text; (at = strstr(at, p->name));) {
        bool begins = at == text || (at[-1] != '/' && at[-1] != '.');
        at += n;
        if (!begins || *at != '/')
            continue;
        at += strspn(at, "/");
        size_t entry = strcspn(at, "/");
        if (entry && *at == '.' && entry <= 2 && (entry == 1 || at[1] == '.'))
            p->whole = true; /* a way that is not followed */
        else if (entry)
            show(p, at, entry);
    }
}

/* A folder whose files are looked for by name. */
static void read_folder(place *p, const char *folder, size_t n)
{
    while (n && folder[n - 1] == '/')
        n--;
    p->whole |= n == strlen(p->name) && !strncmp(folder, p->name, n);
}

static void read_program(place *p, const char *program)
{
    const char *slash = strrchr(program, '/');
    read_paths(p, program);
    if (slash)
        read_folder(p, program, (size_t)(slash - program)); /* what it needs may lie beside it */
}

static void read_libraries(place *p, const char *path)
{
    read_paths(p, path);
    for (size_t n; *path; path += n + (path[n] == ':')) {
        n = strcspn(path, ":");
        read_folder(p, path, n);
    }
}

unsigned target_places(const char *program, const target_given *given, text_list *shown)
{
    char *real = realpath(program, NULL);
    const char *libraries = getenv("LD_LIBRARY_PATH");
    text_list linked = {0};
    unsigned places = 0;
    ir_linked_read(program, &linked);
    for (size_t i = 0; i < PLACES; i++) {
        place p = {.name = names[i], .shown = shown};
        read_program(&p, program);
        if (real)
            read_program(&p, real);
        if (libraries)
            read_libraries(&p, libraries);
        for (size_t k = 0; k < linked.n; k++)
            read_program(&p, linked.at[k]);
        for (size_t k = 0; k < given->n_args; k++)
            read_paths(&p, given->args[k]);
        for (size_t k = 0; given->env && k < given->n_env; k++)
            read_paths(&p, given->env[k]);
        places |= (unsigned)!p.whole << i;
    }
    text_list_free(&linked);
    free(real);
    return places;
}
