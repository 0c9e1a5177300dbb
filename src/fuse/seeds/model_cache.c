#include "fuse/seeds/model_cache.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/text.h"

static const char FIRST_LINE[] = "tandem seed models 2\n", OLDER_LINE[] = "tandem seed models 1\n";
enum { MOST_BYTES = 64 << 20 /* of a file; then it begins anew */ };

/* "model HASH LENGTH\n"; false: it is none. */
static bool read_head(const char **at, uint64_t *hash, uint64_t *length)
{
    static const char word[] = "model ";
    char *end;
    if (strncmp(*at, word, sizeof word - 1) != 0)
        return false;
    *hash = strtoull(*at + sizeof word - 1, &end, 16);
    if (*end != ' ')
        return false;
    *length = strtoull(end + 1, &end, 10);
    *at = end + 1;
    return *end == '\n';
}

static bool begins_well(const model_cache *c)
{
    return text_begins(c->text.text, FIRST_LINE) ||
           (c->older && text_begins(c->text.text, OLDER_LINE));
}

/* False: not all of the file makes sense. */
static bool read_entries(model_cache *c)
{
    if (c->text.n > MOST_BYTES || !begins_well(c))
        return !c->text.n;
    const char *at = c->text.text + sizeof FIRST_LINE - 1, *end = c->text.text + c->text.n;
    while (at < end) {
        uint64_t hash, length;
        if (!read_head(&at, &hash, &length) || length > (uint64_t)(end - at))
            return false;
        if (hash != MAP_NO_KEY) {
            map_put(&c->places, hash, 1 + (uint64_t)(at - c->text.text));
            map_put(&c->lengths, hash, length);
        }
        at += length;
    }
    return true;
}

static void put_entry(strbuf *out, uint64_t hash, const char *text, size_t n)
{
    strbuf_printf(out, "model %016" PRIx64 " %zu\n", hash, n);
    strbuf_add(out, text, n);
}

/* What was understood of the file, put in its place. */
static void repair(const model_cache *c)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text,
                begins_well(c) && text_begins(c->text.text, OLDER_LINE) ? OLDER_LINE : FIRST_LINE);
    for (size_t i = 0; i < c->places.capacity; i++) {
        const map_entry *e = &c->places.slots[i];
        if (e->key != MAP_NO_KEY)
            put_entry(&text, e->key, c->text.text + e->value - 1, map_get(&c->lengths, e->key, 0));
    }
    file_write(c->path, &text);
    strbuf_free(&text);
}

void model_cache_open(model_cache *c, const char *path, bool older)
{
    *c = (model_cache){.path = path ? base_strdup(path) : NULL, .older = older};
    strbuf_init(&c->text);
    if (path && file_read(path, &c->text) && !read_entries(c))
        repair(c);
}

void model_cache_close(model_cache *c)
{
    free(c->path);
    strbuf_free(&c->text);
    map_free(&c->places);
    map_free(&c->lengths);
}

void model_cache_refresh(model_cache *c)
{
    struct stat now;
    if (!c->path || stat(c->path, &now) || (size_t)now.st_size == c->text.n)
        return;
    strbuf_clear(&c->text);
    map_clear(&c->places);
    map_clear(&c->lengths);
    if (file_read(c->path, &c->text))
        read_entries(c);
}

const char *model_cache_find(const model_cache *c, uint64_t hash, size_t *n)
{
    uint64_t place = map_get(&c->places, hash, 0);
    *n = (size_t)map_get(&c->lengths, hash, 0);
    return place ? c->text.text + place - 1 : NULL;
}

void model_cache_add(const model_cache *c, uint64_t hash, const char *text, size_t n)
{
    int file = c->path ? open(c->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    struct stat now;
    if (file < 0)
        return;
    strbuf entry = STRBUF_INIT;
    if (!flock(file, LOCK_EX) && !fstat(file, &now)) {
        if (!now.st_size)
            strbuf_puts(&entry, FIRST_LINE);
        put_entry(&entry, hash, text, n);
        if (write(file, entry.text, entry.n) != (ssize_t)entry.n) {
            /* the rest is cut off when the file is opened again */
        }
    }
    close(file);
    strbuf_free(&entry);
}
