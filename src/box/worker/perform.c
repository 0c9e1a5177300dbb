#include "box/worker/perform.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"
#include "box/worker/placed_image.h"

enum { MAX_TEXT = 1 << 20, CACHED_BYTES = 4096 };

typedef struct call_frame {
    const box_set *set;
    const box *x;
    uint64_t placement;
    marshal_area *in;
    perform_cache *cache;
    uint64_t words[BOX_MAX_ARITY];
    uint8_t *buffers[BOX_MAX_ARITY];
    size_t sizes[BOX_MAX_ARITY];
    uint32_t n_buffers;
    placed_image *memory;
    box_status status;
    perform_note note;
} call_frame;

/* The next buffer of `n` zeros that ends at a guard page. */
static uint8_t *new_buffer(call_frame *f, size_t n)
{
    if (!f->cache || n > CACHED_BYTES)
        return box_guarded_new(n);
    uint8_t **page = &f->cache->pages[f->n_buffers];
    if (!*page)
        *page = box_guarded_new(CACHED_BYTES);
    if (!*page)
        return NULL;
    memset(*page, 0, CACHED_BYTES);
    return *page + CACHED_BYTES - n;
}

static void free_buffers(call_frame *f)
{
    for (uint32_t i = 0; i < f->n_buffers; i++)
        if (!f->cache || f->sizes[i] > CACHED_BYTES)
            box_guarded_free(f->buffers[i], f->sizes[i]);
}

void perform_cache_free(perform_cache *c)
{
    for (uint32_t i = 0; i < BOX_MAX_ARITY; i++)
        box_guarded_free(c->pages[i], CACHED_BYTES);
    placed_image_free(c->memory);
    if (c->here)
        munmap((void *)c->here, CACHED_BYTES);
    *c = (perform_cache){0};
}

/* A byte that a forked child finds to be 0: to ask for the process is a system call, which a sandbox
 * makes dear. */
static bool watch_forks(perform_cache *c)
{
    if (c->here) {
        *c->here = 1;
        return true;
    }
    void *page =
        mmap(NULL, CACHED_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return false;
    if (madvise(page, CACHED_BYTES, MADV_WIPEONFORK)) {
        munmap(page, CACHED_BYTES);
        return false;
    }
    c->here = page;
    *c->here = 1;
    return true;
}

/* A copy of the bytes at a guard page. */
static uint64_t guard(call_frame *f, const uint8_t *bytes, size_t n)
{
    uint8_t *copy = new_buffer(f, n);
    if (!copy)
        return 0;
    if (bytes)
        memcpy(copy, bytes, n);
    f->buffers[f->n_buffers] = copy;
    f->sizes[f->n_buffers++] = n;
    return (uint64_t)(uintptr_t)copy;
}

static void read_arguments(call_frame *f)
{
    const box *x = f->x;
    for (uint32_t i = 0; i < x->arity; i++) {
        if (x->parameters[i].class < BOX_CLASS_STRING) {
            f->words[i] = marshal_read_word(f->in);
        } else {
            size_t n;
            const uint8_t *bytes = marshal_read_block(f->in, &n);
            f->words[i] = bytes ? guard(f, bytes, n) : 0;
        }
    }
    if (x->result_by_pointer)
        f->words[x->arity] = guard(f, NULL, marshal_result_size(f->set->bank, &x->result));
}

/* Objects at real addresses; those of the cache when they are the same. */
static placed_image *memory_for(const call_frame *f, const box_image *image)
{
    perform_cache *c = f->cache;
    uint64_t shape = image->n;
    for (uint32_t i = 0; i < image->n; i++)
        shape = hash_mix(hash_mix(shape, image->buffers[i].address), image->buffers[i].n);
    if (!c || !c->memory || c->shape != shape) {
        placed_image *fresh = placed_image_new(image, f->placement);
        if (c) {
            placed_image_free(c->memory);
            c->memory = fresh;
            c->shape = shape;
        }
        return fresh;
    }
    placed_image_fill(c->memory, image);
    return c->memory;
}

static void place_memory(call_frame *f)
{
    uint64_t n = marshal_read_word(f->in);
    box_buffer *buffers = base_alloc_zero(n + 1, sizeof *buffers);
    for (uint64_t i = 0; i < n; i++) {
        buffers[i].address = marshal_read_word(f->in);
        buffers[i].bytes = marshal_read_block(f->in, &buffers[i].n);
    }
    box_image image = {.buffers = buffers, .n = (uint32_t)n};
    f->memory = memory_for(f, &image);
    free(buffers);
    for (uint32_t i = 0; f->memory && i < f->x->arity; i++)
        if (f->x->parameters[i].class == BOX_CLASS_POINTER)
            f->words[i] = placed_image_to_real(f->memory, f->words[i]);
}

static void bad(call_frame *f, perform_note note)
{
    f->status = BOX_BAD_REPLY;
    f->note = note;
}

static void write_result(call_frame *f, uint64_t word, marshal_area *out)
{
    const box_parameter *p = &f->x->result;
    const char *text = (const char *)(uintptr_t)word;
    if (p->class == BOX_CLASS_POINTER) {
        if (!placed_image_to_formula(f->memory, word, &word))
            bad(f, PERFORM_POINTER);
        marshal_word(out, word);
    } else if (p->class < BOX_CLASS_STRING) {
        marshal_word(out, word);
    } else if (f->x->result_by_pointer) {
        marshal_block(out, f->buffers[f->n_buffers - 1], f->sizes[f->n_buffers - 1]);
    } else if (!word) {
        bad(f, PERFORM_NULL);
    } else if (p->class == BOX_CLASS_ARRAY) {
        marshal_block(out, text, marshal_result_size(f->set->bank, p));
    } else {
        size_t n = strnlen(text, MAX_TEXT + 1);
        if (n > MAX_TEXT)
            bad(f, PERFORM_LONG);
        else
            marshal_block(out, text, n);
    }
}

box_status perform_call(const box_set *set, const box *x, uint64_t placement, marshal_area *in,
                        marshal_area *out, perform_cache *cache, perform_note *note)
{
    call_frame f = {.set = set, .x = x, .placement = placement, .in = in, .cache = cache};
    read_arguments(&f);
    place_memory(&f);
    uint64_t word = 0;
    bool watched = cache && watch_forks(cache);
    pid_t self = watched ? 0 : getpid();
    fesetenv(FE_DFL_ENV);
    errno = 0;
    if (!f.memory)
        f.status = BOX_MEMORY;
    else if (!box_invoke(f.x, f.words, &word))
        bad(&f, PERFORM_RANGE);
    if (watched ? !*cache->here : getpid() != self)
        _exit(0); /* the box forked: this is its child */
    if (f.status == BOX_OK)
        write_result(&f, word, out);
    for (uint32_t i = 0; f.status == BOX_OK && i < placed_image_count(f.memory); i++) {
        box_buffer object = placed_image_object(f.memory, i);
        marshal_block(out, object.bytes, object.n);
    }
    if (!cache)
        placed_image_free(f.memory);
    free_buffers(&f);
    *note = f.note;
    return f.status;
}
