#include "explore/test/suite.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/sha256.h"
#include "explore/test/output.h"

/* ---- Values ---------------------------------------------------------------------------------- */

static void put_double(double value, strbuf *out)
{
    if (isnan(value) || isinf(value))
        strbuf_printf(out, "%s", isnan(value) ? "NAN" : value < 0 ? "-INFINITY" : "INFINITY");
    else
        strbuf_printf(out, "%.17g", value);
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names))
        names++;
    return *names;
}

void suite_put_value(const test_blob *object, strbuf *out)
{
    static const char *const signed_types[] = {"char", "schar",    "short",  "int",
                                               "long", "longlong", "loff_t", NULL};
    const char *name = object->name.text;
    uint64_t bits = 0;
    size_t n = object->bytes.n < sizeof bits ? object->bytes.n : sizeof bits;
    for (size_t i = 0; i < n; i++)
        bits |= (uint64_t)(unsigned char)object->bytes.text[i] << (8 * i);
    if (!strcmp(name, "double") && n == sizeof(double)) {
        double value;
        memcpy(&value, &bits, sizeof value);
        put_double(value, out);
    } else if (!strcmp(name, "float") && n == sizeof(float)) {
        float value;
        memcpy(&value, object->bytes.text, sizeof value);
        put_double((double)value, out);
    } else if (!strcmp(name, "bool")) {
        strbuf_printf(out, "%" PRIu64, bits & 1);
    } else if (n && is_one_of(name, signed_types)) {
        unsigned unused = (unsigned)(64 - 8 * n);
        strbuf_printf(out, "%" PRId64, (int64_t)(bits << unused) >> unused);
    } else {
        strbuf_printf(out, "%" PRIu64, bits);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static const char HEAD[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

static void put_document(strbuf *out, const char *name)
{
    strbuf_printf(out,
                  "%s<!DOCTYPE %s PUBLIC \"+//IDN sosy-lab.org//DTD test-format %s 1.1//EN\" "
                  "\"https://sosy-lab.org/test-format/%s-1.1.dtd\">\n",
                  HEAD, name, name, name);
}

static void put_text(strbuf *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            strbuf_puts(out, *text == '<' ? "&lt;" : "&amp;");
        else
            strbuf_putc(out, *text);
}

typedef struct writing {
    const suite_config *config;
    uint32_t n;
    bool failed;
} writing;

static void write_test(void *context, const explore_test *t)
{
    writing *w = context;
    strbuf out = STRBUF_INIT, path = STRBUF_INIT;
    put_document(&out, "testcase");
    strbuf_printf(&out, "<testcase%s>\n", w->config->errors ? " coversError=\"true\"" : "");
    for (size_t i = 0; i < t->objects.n; i++) {
        strbuf_puts(&out, "  <input>");
        suite_put_value(&t->objects.at[i], &out);
        strbuf_puts(&out, "</input>\n");
    }
    strbuf_puts(&out, "</testcase>\n");
    strbuf_printf(&path, "%s/test-%06u.xml", w->config->folder, w->n++);
    w->failed |= !folder_write(path.text, out.text, out.n);
    strbuf_free(&out);
    strbuf_free(&path);
}

static bool write_metadata(const suite_config *c)
{
    strbuf out = STRBUF_INIT, path = STRBUF_INIT, program = STRBUF_INIT;
    uint8_t digest[SHA256_BYTES];
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    bool good = file_read(c->program, &program);
    sha256(program.text, program.n, digest);
    put_document(&out, "test-metadata");
    strbuf_printf(&out,
                  "<test-metadata>\n  <sourcecodelang>C</sourcecodelang>\n"
                  "  <producer>Tandem %s</producer>\n  <specification>%s</specification>\n"
                  "  <programfile>",
                  c->version,
                  c->errors ? "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"
                            : "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
    put_text(&out, c->program);
    strbuf_puts(&out, "</programfile>\n  <programhash>");
    for (size_t i = 0; i < sizeof digest; i++)
        strbuf_printf(&out, "%02x", digest[i]);
    strbuf_printf(&out,
                  "</programhash>\n"
                  "  <entryfunction>main</entryfunction>\n"
                  "  <architecture>64bit</architecture>\n"
                  "  <creationtime>%s</creationtime>\n</test-metadata>\n",
                  date);
    strbuf_printf(&path, "%s/metadata.xml", c->folder);
    good = good && folder_write(path.text, out.text, out.n);
    strbuf_free(&out);
    strbuf_free(&path);
    strbuf_free(&program);
    return good;
}

bool suite_write(const suite_config *config, uint32_t *n)
{
    writing w = {.config = config};
    char *error = NULL;
    strbuf from = STRBUF_INIT;
    strbuf_printf(&from, "%s/%s", config->results, config->errors ? "findings" : "tests");
    bool good = folder_make(config->folder, &error) && write_metadata(config);
    if (good)
        output_each_test(from.text, write_test, &w);
    if (good && !config->errors) { /* what breaks the program reaches something, too */
        strbuf_clear(&from);
        strbuf_printf(&from, "%s/findings", config->results);
        output_each_test(from.text, write_test, &w);
    }
    free(error);
    strbuf_free(&from);
    *n = w.n;
    return good && !w.failed;
}
