/* Instrumented modules: what is in them, and inputs that are none. What they compute is checked by
 * tests/cli/cc.sh. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/rng.h"
#include "instrument/embedded.h"
#include "instrument/instrument.h"
#include "program/compile.h"
#include "test.h"

static const char PROGRAM[] =
    "extern int puts(const char *);\n"
    "int main(int c, char **v) { return c > 2 ? puts(v[1]) : v[0][c]; }\n";

static char *in(const char *folder, const char *name)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    return strbuf_detach(&path);
}

static void compile(const char *folder, const char *text, strbuf *bitcode)
{
    char *path = in(folder, "p.c"), *error = NULL;
    CHECK(folder_write(path, text, strlen(text)));
    ir_compile_config config = {.sandbox = &(sandbox_choice){0}};
    CHECK(ir_compile_c(path, &config, bitcode, &error));
    free(error);
    free(path);
}

static bool mentions(const strbuf *bitcode, const char *name)
{
    return memmem(bitcode->text, bitcode->n, name, strlen(name)) != NULL;
}

TEST(a_module_gets_shadows)
{
    char *folder = folder_temporary();
    CHECK(folder != NULL);
    strbuf before = STRBUF_INIT, after = STRBUF_INIT, light = STRBUF_INIT;
    char *error = NULL;
    compile(folder, PROGRAM, &before);
    CHECK(ir_instrument(&before, &(ir_instrument_options){0}, &after, &error));
    CHECK(mentions(&after, "tandem_target_main"));
    CHECK(mentions(&after, "tandem_i_landing"));
    CHECK(mentions(&after, "tandem_calling"));
    CHECK(!mentions(&after, "tandem_i_load")); /* inlined */
    CHECK(ir_rename_main(before.text, before.n, &light, &error));
    CHECK(mentions(&light, "tandem_target_main"));
    CHECK(!mentions(&light, "tandem_i_landing"));

    strbuf again = STRBUF_INIT; /* the same input gives the same output */
    CHECK(ir_instrument(&before, &(ir_instrument_options){0}, &again, &error));
    CHECK(again.n == after.n && !memcmp(again.text, after.text, after.n));
    strbuf_free(&again);
    strbuf_free(&before);
    strbuf_free(&after);
    strbuf_free(&light);
    folder_remove(folder);
    free(folder);
}

TEST(what_is_no_bitcode_is_refused)
{
    static const char *const texts[] = {"", "no bitcode", "BC\xc0\xde", "BC\xc0\xde\x35\x14\0\0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        strbuf text = STRBUF_INIT, out = STRBUF_INIT;
        char *error = NULL;
        strbuf_puts(&text, texts[i]);
        CHECK(!ir_instrument(&text, &(ir_instrument_options){0}, &out, &error));
        CHECK(error && *error);
        free(error);
        error = NULL;
        CHECK(!ir_rename_main(text.text, text.n, &out, &error));
        free(error);
        strbuf_free(&text);
        strbuf_free(&out);
    }
}

typedef struct found {
    size_t n, bytes, early;
} found;

static void count(void *context, const ir_carried *c)
{
    found *f = context;
    f->n++;
    f->bytes += c->n;
    f->early += c->n_early;
    CHECK(c->n >= 2 && c->bitcode[0] == 'B' && c->bitcode[1] == 'C');
}

static void any(void *context, const ir_carried *c)
{
    unsigned *sum = context; /* all of it can be read */
    *sum += c->n ? (unsigned char)c->bitcode[c->n - 1] : 0;
    *sum += c->n_early ? (unsigned char)c->early[c->n_early - 1] : 0;
}

TEST(bitcode_is_carried_and_broken_files_are_refused)
{
    char *folder = folder_temporary();
    CHECK(folder != NULL);
    strbuf before = STRBUF_INIT, after = STRBUF_INIT, object = STRBUF_INIT;
    char *carried = in(folder, "p.bc"), *path = in(folder, "p.o"), *cut = in(folder, "cut");
    char *error = NULL;
    compile(folder, PROGRAM, &before);
    CHECK(folder_write(carried, before.text, before.n));
    CHECK(ir_instrument(&before, &(ir_instrument_options){.carry = carried, .carry_early = carried},
                        &after, &error));
    CHECK(ir_emit(&after, IR_OBJECT, path, &error));
    found f = {0};
    CHECK(ir_embedded_bitcode(path, count, &f, &error));
    CHECK(f.n == 1 && f.bytes == before.n && f.early == before.n);

    CHECK(file_read(path, &object));
    unsigned sum = 0;
    for (size_t n = 0; n < object.n; n += n < 128 ? 1 : 977) { /* files that end too early */
        CHECK(folder_write(cut, object.text, n));
        bool whole = ir_embedded_bitcode(cut, any, &sum, &error);
        CHECK(!whole || n > object.n / 2); /* the list of sections is at the end */
        CHECK(whole == !error);
        free(error);
        error = NULL;
    }
    rng r;
    rng_seed(&r, 5);
    for (int round = 0; round < 300; round++) { /* and broken ones, in their headers */
        strbuf broken = STRBUF_INIT;
        strbuf_add(&broken, object.text, object.n);
        for (int k = 0; k < 3; k++) {
            size_t at = rng_below(&r, 2) ? rng_below(&r, 64) : object.n - 1 - rng_below(&r, 3000);
            broken.text[at] = (char)rng_below(&r, 256);
        }
        CHECK(folder_write(cut, broken.text, broken.n));
        if (!ir_embedded_bitcode(cut, any, &sum, &error))
            free(error);
        error = NULL;
        strbuf_free(&broken);
    }
    CHECK(!ir_embedded_bitcode("/nowhere", count, &f, &error));
    free(error);
    free(carried);
    free(path);
    free(cut);
    strbuf_free(&before);
    strbuf_free(&after);
    strbuf_free(&object);
    folder_remove(folder);
    free(folder);
}
