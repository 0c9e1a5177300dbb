#include "explore/test/sync.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "base/hash.h"
#include "base/text.h"

static const char OURS[] = "tandem";
enum { MOST_BYTES = 1 << 20, HASH_OF_INPUT = 1 };

typedef struct reading {
    explore_sync *s;
    void (*each)(void *context, const explore_test *t);
    void *context;
    size_t n;
} reading;

/* Whether it is the first time; `salt` keeps paths and inputs apart. */
static bool note(explore_sync *s, const void *bytes, size_t n, uint64_t salt)
{
    bool is_new;
    map_insert(&s->known, hash_mix(hash_bytes(bytes, n), salt) >> 1, &is_new);
    return is_new;
}

static void read_input(void *context, const char *path)
{
    reading *r = context;
    struct stat info;
    explore_test t;
    char *error = NULL;
    const char *name = strrchr(path, '/') + 1;
    if (!text_begins(name, "id") || !note(r->s, path, strlen(path), 0) || stat(path, &info) ||
        info.st_size > MOST_BYTES)
        return;
    if (!explore_test_read_raw(&t, path, &error)) {
        free(error);
        return;
    }
    if (note(r->s, t.input.text, t.input.n, HASH_OF_INPUT)) {
        r->each(r->context, &t);
        r->n++;
    }
    explore_test_free(&t);
}

/* The queue is FOLDER/NAME/queue; ours is left out. */
static void read_queue(reading *r, const char *name)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s/queue", r->s->folder, name);
    if (*name != '.' && strcmp(name, OURS))
        folder_each(path.text, read_input, r);
    strbuf_free(&path);
}

bool sync_open(explore_sync *s, const char *folder, char **error)
{
    *s = (explore_sync){.folder = base_strdup(folder)};
    strbuf queue = STRBUF_INIT;
    strbuf_printf(&queue, "%s/%s/queue", folder, OURS);
    bool good = folder_make(queue.text, error);
    struct stat info;
    do {
        strbuf_clear(&queue);
        strbuf_printf(&queue, "%s/%s/queue/id:%06u", folder, OURS, s->next);
    } while (good && !stat(queue.text, &info) && ++s->next);
    strbuf_free(&queue);
    if (!good)
        sync_close(s);
    return good;
}

void sync_close(explore_sync *s)
{
    free(s->folder);
    map_free(&s->known);
    *s = (explore_sync){0};
}

size_t sync_read(explore_sync *s, void (*each)(void *context, const explore_test *t), void *context)
{
    reading r = {.s = s, .each = each, .context = context};
    struct dirent **entries;
    folder_each(s->folder, read_input, &r); /* where the folder is a queue itself */
    int n = scandir(s->folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        read_queue(&r, entries[i]->d_name);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return r.n;
}

bool sync_write(explore_sync *s, const explore_test *t)
{
    const strbuf *bytes = explore_test_bytes(t);
    if (!bytes || !note(s, bytes->text, bytes->n, HASH_OF_INPUT))
        return true; /* nothing that others could use */
    strbuf path = STRBUF_INIT, made = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s/queue/id:%06u", s->folder, OURS, s->next);
    strbuf_printf(&made, "%s/%s/.new", s->folder, OURS);
    bool good = folder_write(made.text, bytes->text, bytes->n) && !rename(made.text, path.text);
    s->next += good;
    int error = errno;
    strbuf_free(&path);
    strbuf_free(&made);
    errno = error;
    return good;
}
