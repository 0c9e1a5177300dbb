/* Traces of API calls, and replaying them; the handler that is told when no memory is left. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/replay.h"
#include "api_random.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "tandem/tandem.h"

typedef struct heard {
    char answers[8];
    size_t n, remarks;
    strbuf last;
} heard;

static void hear_answer(void *user, tandem_answer answer)
{
    heard *h = user;
    if (h->n + 1 < sizeof h->answers)
        h->answers[h->n++] = "?su"[answer];
}

static void hear_remark(void *user, size_t line, const char *remark)
{
    heard *h = user;
    h->remarks++;
    strbuf_clear(&h->last);
    strbuf_printf(&h->last, "%zu: %s", line, remark);
}

/* Replays a text; the message, if it is no trace, is in h->last. */
static api_replay_report play(const char *text, bool allow_code, heard *h)
{
    *h = (heard){.last = STRBUF_INIT};
    api_replay_config config = {
        .allow_code = allow_code, .on_answer = hear_answer, .on_remark = hear_remark, .user = h};
    api_replay_report report = {0};
    char *error = NULL;
    if (!api_replay(text, &config, &report, &error)) {
        strbuf_clear(&h->last);
        strbuf_puts(&h->last, error);
    }
    free(error);
    return report;
}

static char *trace_path(void)
{
    static char path[] = "/tmp/tandem-trace-XXXXXX";
    strcpy(path + strlen(path) - 6, "XXXXXX");
    int file = mkstemp(path);
    CHECK(file >= 0);
    close(file);
    return path;
}

static void read_trace(const char *path, strbuf *text)
{
    strbuf_init(text);
    CHECK(file_read(path, text));
    unlink(path);
}

static tandem_value square(void *user, tandem_context *t, const tandem_value *arguments, size_t n)
{
    uint64_t bits = 0;
    (void)user;
    return n == 1 && tandem_value_bits(t, arguments[0], &bits)
               ? tandem_term_value(t, tandem_bv(t, 8, bits * bits))
               : 0;
}

static void some_calls(tandem_context *t)
{
    tandem_set_option(t, "timeout", "60");
    tandem_sort byte = tandem_sort_bv(t, 8);
    tandem_box_callback(t, "square", &byte, 1, byte, square, NULL);
    tandem_term x = tandem_constant(t, "x", byte);
    tandem_constant(t, "a \"name\" of\tmany \xc3\xbc", byte); /* refused */
    tandem_constant(t, "a \"name\"", tandem_sort_real(t));
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (square x) #x31)")));
    CHECK(tandem_check(t) == TANDEM_SAT);
    tandem_value v = tandem_value_of(t, x);
    uint64_t bits;
    CHECK(tandem_value_bits(t, v, &bits) && (uint8_t)(bits * bits) == 0x31);
    tandem_push(t);
    tandem_term equal[] = {x, tandem_value_term(t, v)};
    tandem_term same = tandem_make(t, "=", NULL, 0, equal, 2);
    tandem_assert(t, tandem_make(t, "not", NULL, 0, &same, 1));
    tandem_assert(t, tandem_make(t, "=", NULL, 0, equal, 2));
    CHECK(tandem_check(t) == TANDEM_UNSAT);
    tandem_pop(t);
    tandem_term none[] = {4711};
    tandem_make(t, "and", NULL, 0, none, 1);
    tandem_make(t, NULL, NULL, 3, NULL, 2);
    tandem_double(t, -0.5);
}

TEST(a_trace_is_replayed)
{
    char *path = trace_path();
    tandem_context *t = tandem_new();
    CHECK(!tandem_trace(t, "/nowhere/trace") && strstr(tandem_error(t), "/nowhere"));
    CHECK(tandem_trace(t, path));
    some_calls(t);
    tandem_free(t);
    strbuf text;
    heard h;
    read_trace(path, &text);
    api_replay_report report = play(text.text, false, &h);
    CHECK_MSG(!report.different && !report.left_out && report.calls > 20, "%llu, %llu, %s",
              (unsigned long long)report.different, (unsigned long long)report.calls, h.last.text);
    CHECK_STR(h.answers, "su");
    strbuf_free(&h.last);
    /* another answer is seen */
    char *answer = strstr(text.text, "check\n!");
    CHECK(answer && (answer = strstr(answer, "\n= 1")));
    answer[3] = '2';
    report = play(text.text, false, &h);
    CHECK_MSG(report.different == 1, "%llu", (unsigned long long)report.different);
    CHECK_MSG(strstr(h.last.text, "gives 1"), "%s", h.last.text);
    strbuf_free(&h.last);
    strbuf_free(&text);
}

TEST(what_names_code_is_asked_for)
{
    heard h;
    static const char trace[] = "set_option \"engine\" \"false\"\n= 1\n"
                                "set_option \"seed\" \"7\"\n= 1\n"
                                "sort_int\n= 2\n"
                                "box_library \"f\" [ 2 ] 2 \"/nowhere/evil.so\" -\n= 30\n"
                                "find_function \"f\"\n= 30\n"
                                "check\n";
    api_replay_report report = play(trace, false, &h);
    CHECK_MSG(report.calls == 6 && report.left_out == 2 && !report.different, "%llu %llu %s",
              (unsigned long long)report.left_out, (unsigned long long)report.different,
              h.last.text);
    CHECK_STR(h.answers, "s");
    CHECK_STR(h.last.text, "11: the trace ends inside of this call");
    strbuf_free(&h.last);
    report = play(trace, true, &h); /* then it is done, and fails */
    CHECK(!report.left_out && report.different);
    strbuf_free(&h.last);
}

TEST(what_is_no_trace)
{
    static const char *const texts[] = {
        "nonsense\n", "sort_bv\n", "sort_bv x\n", "sort_bv -\n", "run \"(check\n", "run \"\\4\"\n",
        "run \"\\", "make \"and\" [ 1 2\n", "make \"and\" [] [ ] [\n",
        "value_bytes 3 99999999999999\n= 0\n", "", "\n\n;",
        /* and what is one, if an odd one */
        "bits 3 [ 1 ]", "string [ 4294967296 99999999999999999999999 ]\n",
        "!\n! \"\n! - -\n! \"f\" \"1\"\n= 4294967295\n= x\npush",
        "sort_int\n= 99999999999999999999999\nsort_int\n= -1\n", "push",
        "make \"+\" [?] [?]\n= 7\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        heard h;
        api_replay_report report = play(texts[i], true, &h);
        bool refused = strstr(h.last.text, "of a trace") || strstr(h.last.text, "is no trace");
        CHECK_MSG(refused == (i < 12), "%s: %s", texts[i], h.last.text);
        CHECK(report.calls <= 2);
        strbuf_free(&h.last);
    }
}

/* Handles that are none, names that are odd, callbacks, levels: all come back as they were. */
TEST(random_calls_are_replayed)
{
    uint64_t count = test_count(120), compared = 0;
    for (uint64_t number = 1; number <= count; number++) {
        if (api_random_asks(number))
            continue; /* asks a solver for a time: that may answer otherwise */
        char *path = trace_path();
        api_random_report made = {0};
        api_random_trace(number, path, &made);
        strbuf text;
        heard h;
        read_trace(path, &text);
        api_replay_report report = play(text.text, true, &h);
        CHECK_MSG(!report.different && report.calls >= API_RANDOM_CALLS,
                  "sequence %llu: %llu calls, %llu different: %s", (unsigned long long)number,
                  (unsigned long long)report.calls, (unsigned long long)report.different,
                  h.last.text);
        compared += report.calls;
        strbuf_free(&h.last);
        strbuf_free(&text);
    }
    CHECK(compared > 20 * count);
}

static void give_up(void *user, const char *message)
{
    _exit(strstr(message, "out of memory") ? *(int *)user : 1);
}

TEST(no_memory_is_told)
{
#ifdef __SANITIZE_ADDRESS__
    test_skip("AddressSanitizer takes the whole address space");
#endif
    pid_t child = fork();
    if (!child) {
        int code = 42;
        struct rlimit limit = {1u << 29, 1u << 29};
        setrlimit(RLIMIT_AS, &limit);
        tandem_on_abort(give_up, &code);
        tandem_context *t = tandem_new();
        for (int64_t i = 0;; i++)
            tandem_int(t, i << 20);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_MSG(WIFEXITED(status) && WEXITSTATUS(status) == 42, "status %d", status);
}
