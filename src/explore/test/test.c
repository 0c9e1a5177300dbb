#include "explore/test/test.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"

void explore_test_init(explore_test *t)
{
    *t = (explore_test){.input = STRBUF_INIT};
}

void explore_test_free(explore_test *t)
{
    for (size_t i = 0; i < t->args.n; i++)
        strbuf_free(&t->args.at[i]);
    for (size_t i = 0; i < t->env.n; i++)
        strbuf_free(&t->env.at[i]);
    for (size_t i = 0; i < t->files.n; i++) {
        strbuf_free(&t->files.at[i].name);
        strbuf_free(&t->files.at[i].bytes);
    }
    for (size_t i = 0; i < t->objects.n; i++) {
        strbuf_free(&t->objects.at[i].name);
        strbuf_free(&t->objects.at[i].bytes);
    }
    vec_free(&t->args);
    vec_free(&t->env);
    vec_free(&t->files);
    vec_free(&t->objects);
    strbuf_free(&t->input);
    explore_test_init(t);
}

static strbuf text_of(const void *bytes, size_t n)
{
    strbuf b = STRBUF_INIT;
    strbuf_add(&b, bytes, n);
    return b;
}

static test_blob blob_of(const char *name, uint32_t mode, const void *bytes, size_t n)
{
    return (test_blob){
        .name = text_of(name, strlen(name)), .bytes = text_of(bytes, n), .mode = mode};
}

void explore_test_copy(explore_test *to, const explore_test *from)
{
    explore_test_init(to);
    for (size_t i = 0; i < from->args.n; i++)
        vec_push(&to->args, text_of(from->args.at[i].text, from->args.at[i].n));
    for (size_t i = 0; i < from->env.n; i++)
        vec_push(&to->env, text_of(from->env.at[i].text, from->env.at[i].n));
    to->has_env = from->has_env;
    to->has_stdin = from->has_stdin;
    to->max_fail = from->max_fail;
    to->fail_seed = from->fail_seed;
    strbuf_add(&to->input, from->input.text, from->input.n);
    for (size_t i = 0; i < from->files.n; i++) {
        const test_blob *f = &from->files.at[i];
        vec_push(&to->files, blob_of(f->name.text, f->mode, f->bytes.text, f->bytes.n));
    }
    for (size_t i = 0; i < from->objects.n; i++) {
        const test_blob *o = &from->objects.at[i];
        vec_push(&to->objects, blob_of(o->name.text, 0, o->bytes.text, o->bytes.n));
    }
}

void explore_test_add_arg(explore_test *t, const void *bytes, size_t n)
{
    vec_push(&t->args, text_of(bytes, strnlen(bytes, n)));
}

void explore_test_add_env(explore_test *t, const void *bytes, size_t n)
{
    t->has_env = true;
    vec_push(&t->env, text_of(bytes, strnlen(bytes, n)));
}

void explore_test_set_input(explore_test *t, const void *bytes, size_t n)
{
    t->has_stdin = true;
    strbuf_clear(&t->input);
    strbuf_add(&t->input, bytes, n);
}

void explore_test_add_file(explore_test *t, const char *name, const void *bytes, size_t n)
{
    vec_push(&t->files, blob_of(name, 0, bytes, n));
}

void explore_test_add_entry(explore_test *t, const char *name, uint32_t mode, const void *bytes,
                            size_t n)
{
    vec_push(&t->files, blob_of(name, mode, bytes, n));
}

void explore_test_add_object(explore_test *t, const char *name, const void *bytes, size_t n)
{
    vec_push(&t->objects, blob_of(name, 0, bytes, n));
}

static uint64_t hash_texts(uint64_t h, const strbuf *texts, size_t n)
{
    h = hash_mix(h, n);
    for (size_t i = 0; i < n; i++)
        h = hash_mix(h, hash_bytes(texts[i].text, texts[i].n));
    return h;
}

static uint64_t hash_blobs(uint64_t h, const test_blob *blobs, size_t n)
{
    h = hash_mix(h, n);
    for (size_t i = 0; i < n; i++) {
        h = hash_mix(h, hash_bytes(blobs[i].name.text, blobs[i].name.n));
        h = hash_mix(h, hash_bytes(blobs[i].bytes.text, blobs[i].bytes.n) + blobs[i].mode);
    }
    return h;
}

uint64_t explore_test_hash(const explore_test *t)
{
    uint64_t h = hash_texts(1, t->args.at, t->args.n);
    if (t->max_fail)
        h = hash_mix(hash_mix(h, t->max_fail), t->fail_seed);
    if (t->has_env)
        h = hash_texts(h, t->env.at, t->env.n);
    if (t->has_stdin)
        h = hash_mix(h, hash_bytes(t->input.text, t->input.n));
    h = hash_blobs(h, t->files.at, t->files.n);
    return hash_blobs(h, t->objects.at, t->objects.n);
}

size_t explore_test_size(const explore_test *t)
{
    size_t n = t->input.n;
    for (size_t i = 0; i < t->args.n; i++)
        n += t->args.at[i].n + 1;
    for (size_t i = 0; i < t->files.n; i++)
        n += t->files.at[i].bytes.n;
    for (size_t i = 0; i < t->objects.n; i++)
        n += t->objects.at[i].bytes.n;
    return n;
}

bool explore_test_read_raw(explore_test *t, const char *path, char **error)
{
    explore_test_init(t);
    if (file_read(path, &t->input)) {
        t->has_stdin = true;
        return true;
    }
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s: %s", path, strerror(errno));
    *error = strbuf_detach(&message);
    explore_test_free(t);
    return false;
}

bool explore_test_read_any(explore_test *t, const char *path, char **error)
{
    struct stat info;
    size_t n = strlen(path);
    if (!stat(path, &info) && S_ISDIR(info.st_mode))
        return explore_test_read(t, path, error);
    if (n > 6 && !strcmp(path + n - 6, ".ktest"))
        return explore_test_read_ktest(t, path, error);
    return explore_test_read_raw(t, path, error);
}

const strbuf *explore_test_bytes(const explore_test *t)
{
    if (t->objects.n == 1 && !strcmp(t->objects.at[0].name.text, TEST_DATA))
        return &t->objects.at[0].bytes;
    if (t->has_stdin)
        return &t->input;
    return t->files.n == 1 && !t->args.n && !t->files.at[0].mode ? &t->files.at[0].bytes : NULL;
}
