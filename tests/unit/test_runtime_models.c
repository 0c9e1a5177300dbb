/* Models of libc's functions in the runtime, against the functions themselves. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "runtime/core/objects.h"
#include "runtime_run.h"
#include "test.h"

/* A function of libc with the text in `in` and a few other arguments. */
typedef struct modelled {
    const char *name;
    uint32_t
        kind;   /* of its arguments: 0 text, 1 text and text, 2 text and character, 3 character */
    bool sized; /* and a number of bytes */
    uint32_t width;
    uintptr_t function;
} modelled;
#define F(name, ...) {#name, __VA_ARGS__, (uintptr_t)name}
static const modelled functions[] = {
    F(strlen, 0, false, 64),     F(strnlen, 0, true, 64),     F(strcmp, 1, false, 32),
    F(strncmp, 1, true, 32),     F(memcmp, 1, true, 32),      F(strchr, 2, false, 64),
    F(strrchr, 2, false, 64),    F(strchrnul, 2, false, 64),  F(memchr, 2, true, 64),
    F(memrchr, 2, true, 64),     F(strspn, 1, false, 64),     F(strcspn, 1, false, 64),
    F(strpbrk, 1, false, 64),    F(strstr, 1, false, 64),     F(isalpha, 3, false, 32),
    F(strcasecmp, 1, false, 32), F(strncasecmp, 1, true, 32), F(toupper, 3, false, 32),
    F(isspace, 3, false, 32),    F(abs, 3, false, 32)};
#undef F

static uint64_t random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void random_text(uint8_t *text, size_t n, uint64_t *seed)
{
    static const uint8_t letters[] = {'a', 'b', 'a', 'b', ' ', 'Z', 0, 0x80};
    for (size_t i = 0; i < n; i++)
        text[i] = letters[random_number(seed) % sizeof(letters)];
}

static uint64_t call_real(const modelled *m, const uint64_t *args, uint32_t n)
{
    uint64_t result =
        ((uint64_t (*)(uint64_t, uint64_t, uint64_t))m->function)(args[0], args[1], args[2]);
    if (m->kind == 1 && m->width == 32) /* the sign is all that it promises */
        result = (uint64_t)(((int32_t)result > 0) - ((int32_t)result < 0));
    return result & tandem_mask(m->width);
}

/* The result as an expression, on other texts than the one it was made with. */
static void check_model(const modelled *m, uint64_t *seed)
{
    enum { N = 6 };
    static uint8_t in[N + 1], text[N + 1];
    uint8_t first[N];
    tandem_shared *s = start(RECORDS);
    s->request.flags = TANDEM_RUN_MODELS;
    random_text(in, N, seed);
    random_text(text, 3, seed);
    memcpy(first, in, N);
    symbolic(in, N);
    tandem_expr exprs[3] = {0};
    uint64_t args[3] = {(uintptr_t)in, m->kind == 1 ? (uintptr_t)text : random_number(seed) % 128,
                        m->sized ? random_number(seed) % (N + 1) : 0};
    if (m->kind == 0)
        args[1] = args[2];
    if (m->kind == 3) {
        exprs[0] = tandem_unary(TANDEM_ZEXT, 8, 32, load(in, 1));
        args[0] = in[0];
    }
    uint32_t n = (m->kind == 3 || m->kind == 0 ? 1 : 2) + m->sized;
    if (!tandem_calling(m->name, m->name, 1, n, 0, args, exprs))
        return; /* nothing in its reach is input */
    tandem_expr e = tandem_called(m->width, call_real(m, args, n));
    CHECK_MSG(!find_record(s, TANDEM_BOX), "%s has no model", m->name);
    for (int k = 0; k < 8 && e; k++) {
        random_text(in, N, seed);
        if (m->kind == 3)
            args[0] = in[0];
        uint64_t value = value_of(s, e, in), real = call_real(m, args, n);
        if (m->kind == 1 && m->width == 32)
            value = (uint64_t)(((int32_t)value > 0) - ((int32_t)value < 0)) & UINT32_MAX;
        CHECK_MSG(value == real, "%s of '%s', '%s': %lx, not %lx", m->name, in, text, value, real);
    }
}

TEST(models_give_what_the_functions_give)
{
    uint64_t seed = 99;
    for (uint64_t round = 0; round < test_count(300); round++)
        for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
            check_model(&functions[i], &seed);
}

/* Through pointers: the compiler would warn of what it thinks it knows of the texts. */
static char *(*volatile copy)(char *, const char *) = strcpy;
static char *(*volatile copy_some)(char *, const char *, size_t) = strncpy;

TEST(models_of_copies)
{
    uint64_t seed = 7;
    for (uint64_t round = 0; round < test_count(300); round++) {
        uint8_t in[8], to[12] = "zzzzzzzzzzz", other[12] = "zzzzzzzzzzz";
        bool sized = round & 1;
        tandem_shared *s = start(RECORDS);
        s->request.flags = TANDEM_RUN_MODELS;
        random_text(in, 7, &seed);
        in[7] = 0;
        symbolic(in, 7);
        if (sized) {
            CHECK(CALLING("strncpy", none, (uintptr_t)to, (uintptr_t)in, 9));
            tandem_called(64, (uintptr_t)copy_some((char *)to, (char *)in, 9));
        } else {
            CHECK(CALLING("strcpy", none, (uintptr_t)to, (uintptr_t)in));
            tandem_called(64, (uintptr_t)copy((char *)to, (char *)in));
        }
        tandem_expr e[12];
        for (int i = 0; i < 12; i++)
            e[i] = load(to + i, 1);
        random_text(in, 7, &seed);
        if (sized)
            copy_some((char *)other, (char *)in, 9);
        else
            copy((char *)other, (char *)in);
        for (int i = 0; i < 12; i++)
            CHECK((e[i] ? value_of(s, e[i], in) : to[i]) == other[i]);
    }
}

static void random_number_text(uint8_t *text, size_t n, uint64_t *seed)
{
    static const char letters[] = " \t+-001234567899999xXafz";
    for (size_t i = 0; i < n; i++)
        text[i] = (uint8_t)letters[random_number(seed) % sizeof(letters)]; /* or the end */
    uint64_t kind = random_number(seed) % 6;
    if (kind < 2)
        memset(text + 1, '9', n - 2);
    else if (kind == 2) /* a prefix, and something behind it */
        memcpy(text, "-0x7fffffffffffffff" + random_number(seed) % 2, 17 + random_number(seed) % 3);
    else if (kind == 3)
        memcpy(text + random_number(seed) % 4, "0x", 2);
}

/* Result, end and errno of a conversion, as expressions, on other texts. */
static void check_number(bool is_signed, int base, uint64_t *seed)
{
    enum { N = 22 };
    static uint8_t in[N + 1];
    static char *end;
    const char *name = is_signed ? "strtol" : "strtoul";
    tandem_shared *s = start(RECORDS);
    s->request.flags = TANDEM_RUN_MODELS;
    random_number_text(in, N, seed);
    symbolic(in, N);
    errno = 5;
    CHECK(CALLING(name, none, (uintptr_t)in, (uintptr_t)&end, (uint64_t)base));
    uint64_t result =
        is_signed ? (uint64_t)strtol((char *)in, &end, base) : strtoul((char *)in, &end, base);
    tandem_expr e[3] = {tandem_called(64, result), load(&end, 8), load(&errno, 4)};
    CHECK(e[0] && e[1] && !find_record(s, TANDEM_BOX));
    for (int k = 0; k < 8; k++) {
        char *there;
        CHECK(value_of(s, e[0], in) == result);
        random_number_text(in, N, seed);
        errno = 5;
        result = is_signed ? (uint64_t)strtol((char *)in, &there, base)
                           : strtoul((char *)in, &there, base);
        CHECK_MSG(value_of(s, e[0], in) == result, "%s of '%s'", name, in);
        CHECK(value_of(s, e[1], in) == (uintptr_t)there);
        CHECK((e[2] ? value_of(s, e[2], in) : 5) == (uint64_t)errno);
    }
}

TEST(model_of_a_search_without_end)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[6] = {'a', 0, '\n', 'b', 'c', '\n'};
    s->request.flags = TANDEM_RUN_MODELS;
    symbolic(in, 4);
    in[4] = '\n'; /* no input: here it ends at the latest */
    CHECK(CALLING("rawmemchr", none, (uintptr_t)in, '\n'));
    tandem_expr e = tandem_called(64, (uintptr_t)in + 2);
    CHECK(e && value_of(s, e, in) == (uintptr_t)in + 2);
    CHECK(value_of(s, e, (const uint8_t *)"abcd") == (uintptr_t)in + 4);
    CHECK(value_of(s, e, (const uint8_t *)"a\nbcd") == (uintptr_t)in + 1);
}

TEST(models_of_numbers)
{
    uint64_t seed = 3;
    for (uint64_t round = 0; round < test_count(1400); round++)
        check_number(round & 1, (const int[]){10, 8, 0, 16, 36}[round / 2 % 5], &seed);
}

TEST(model_of_atoi)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[12] = "7";
    s->request.flags = TANDEM_RUN_MODELS;
    symbolic(in, 11);
    CHECK(CALLING("atoi", none, (uintptr_t)in));
    tandem_expr e = tandem_called(32, 7);
    CHECK(e && value_of(s, e, in) == 7);
    CHECK(value_of(s, e, (uint8_t[12]){" -12x"}) == (uint32_t)-12);
    CHECK(value_of(s, e, (uint8_t[12]){"4294967297"}) == 1);
}

/* Of a long text only the beginning is looked at, where the number ends there. */
TEST(model_of_a_number_in_a_long_text)
{
    enum { N = 300 };
    static uint8_t in[N + 1], other[N + 1];
    tandem_shared *s = start(RECORDS);
    s->request.flags = TANDEM_RUN_MODELS;
    memset(in, 'z', N);
    memcpy(in, "12:", 3);
    symbolic(in, N);
    CHECK(CALLING("atoi", none, (uintptr_t)in));
    tandem_expr e = tandem_called(32, 12);
    uint32_t branch = find_record(s, TANDEM_BRANCH);
    CHECK(e && branch && !find_record(s, TANDEM_BOX));
    memset(other, 'z', N);
    memcpy(other, "  -345", 6);
    CHECK(value_of(s, e, other) == (uint32_t)-345 && !value_of(s, s->log[branch].a, other));
    memset(other, '1', N);
    CHECK(value_of(s, s->log[branch].a, other));
    s = start(RECORDS);
    s->request.flags = TANDEM_RUN_MODELS;
    memset(in, '1', N);
    symbolic(in, N);
    if (CALLING("atoi", none, (uintptr_t)in)) {
        tandem_called(32, 1);
        CHECK(find_record(s, TANDEM_BOX));
    }
}

static void random_scanned(uint8_t *text, size_t n, uint64_t *seed)
{
    static const char *const words[] = {"size ", "12", "x",  " ",  "-7", ":", "%", "a",
                                        "",      "0x", "fe", "+0", "0",  "]", "-", "99999"};
    size_t at = 0;
    memset(text, 0, n);
    while (at + 1 < n) {
        const char *word = words[random_number(seed) % (sizeof(words) / sizeof(*words))];
        size_t length = strlen(word);
        if (!length)
            break;
        memcpy(text + at, word, length < n - at ? length : n - at);
        at += length;
    }
}

/* Result and what it writes, as expressions, on other texts. */
static void check_scan(const char *format, uint64_t *seed)
{
    enum { N = 20, WORDS = 6 }; /* the third argument has room for all of the text */
    static uint8_t in[N + 1];
    static long first[WORDS], out[WORDS];
    tandem_shared *s = start(RECORDS);
    s->request.flags = TANDEM_RUN_MODELS;
    random_scanned(in, N, seed);
    symbolic(in, N);
    for (int i = 0; i < WORDS; i++)
        first[i] = out[i] = (long)random_number(seed);
    CHECK(CALLING("sscanf", none, (uintptr_t)in, (uintptr_t)format, (uintptr_t)&out[0],
                  (uintptr_t)&out[1], (uintptr_t)&out[2]));
    uint32_t result = (uint32_t)sscanf((char *)in, format, &out[0], &out[1], &out[2]);
    tandem_expr e = tandem_called(32, result), to[WORDS];
    for (int i = 0; i < WORDS; i++)
        to[i] = load(&out[i], 8);
    CHECK(e && !find_record(s, TANDEM_BOX));
    for (int k = 0; k < 8; k++) {
        CHECK_MSG(value_of(s, e, in) == result, "'%s' of '%s'", format, in);
        for (int i = 0; i < WORDS; i++)
            CHECK_MSG((to[i] ? (long)value_of(s, to[i], in) : first[i]) == out[i], "'%s' of '%s'",
                      format, in);
        random_scanned(in, N, seed);
        memcpy(out, first, sizeof(out));
        result = (uint32_t)sscanf((char *)in, format, &out[0], &out[1], &out[2]);
    }
}

TEST(model_of_sscanf)
{
    static const char *const formats[] = {
        "size %dx%d",  "%ld , %u",  "%c:%hd%%", "%*d a%ld",        "%c%c%c",
        "size",        " %d %d %d", "%7s %d",   "%3d%2u%d",        "%x,%2x",
        "%[a-z ]%n",   "%2c%c",     "%o %hho",  "%*s %[^:]",       "%2x%4x%x",
        "%[]x-]%hn%d", "%s%hhn",    "%1d%1x%c", "%*3c%[^]a-f]%lX", "%3x%n%*d%n",
        "%[z-a0-]",    "%5c",       "%d%%%3s",  "%[^a-f-x]",       "%[+--0-9-:]%s"};
    uint64_t seed = 8;
    for (uint64_t round = 0; round < test_count(1400); round++)
        check_scan(formats[round % (sizeof(formats) / sizeof(*formats))], &seed);
}

TEST(formats_that_have_no_model)
{
    static const char *const formats[] = {"%i", "%p", "%ls", "%lf", "%lc", "%S", "%ms", "%l[a]"};
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        tandem_shared *s = start(RECORDS);
        uint8_t in[4] = "12";
        static char out[64];
        s->request.flags = TANDEM_RUN_MODELS;
        symbolic(in, 3);
        if (CALLING("sscanf", none, (uintptr_t)in, (uintptr_t)formats[i], (uintptr_t)out)) {
            tandem_called(32, 1);
            CHECK_MSG(find_record(s, TANDEM_BOX), "%s", formats[i]);
        }
    }
}

TEST(model_of_characters)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[2] = "b", state[8] = {0};
    wchar_t wide = 0;
    s->request.flags = TANDEM_RUN_MODELS;
    symbolic(in, 1);
    CHECK(CALLING("mbrtowc", none, (uintptr_t)&wide, (uintptr_t)in, 1, (uintptr_t)state));
    wide = 'b';
    tandem_expr e = tandem_called(64, 1);
    CHECK(value_of(s, e, (uint8_t[]){0}) == 0 && value_of(s, e, (uint8_t[]){'q'}) == 1);
    CHECK(value_of(s, load(&wide, 4), (uint8_t[]){'q'}) == 'q');
    CHECK(find_record(s, TANDEM_BRANCH));
}

TEST(length_from_a_place_that_varies)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[6] = {1, 'a', 0, 'b', 'c', 'd'}, *text = malloc(6);
    memcpy(text, in + 1, 5);
    text[5] = 0;
    tandem_object_add(text, 6);
    s->request.flags = TANDEM_RUN_MODELS;
    symbolic(in, 6);
    tandem_memcpy(text, in + 1, 5, 0, 0, 0);
    tandem_expr p[1] = {tandem_binary(TANDEM_ADD, 64, tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1)),
                                      0, 1, (uintptr_t)text)};
    CHECK(CALLING("strlen", p, (uintptr_t)text + 1));
    tandem_expr e = tandem_called(64, 0);
    CHECK(!find_record(s, TANDEM_BOX));
    for (uint8_t k = 0; k < 6; k++)
        for (uint8_t zero = 1; zero < 6; zero++) {
            uint8_t other[7] = {k, 'x', 'x', 'x', 'x', 'x', 0};
            other[zero] = 0;
            CHECK(value_of(s, e, other) == strlen((char *)other + 1 + k));
        }
    tandem_object_remove(text);
    free(text);
}

/* Everything that was assumed holds with these inputs. */
static bool assumed(const tandem_shared *s, const uint8_t *input)
{
    for (uint32_t i = 1; i < s->n_records; i++)
        if (s->log[i].op == TANDEM_ASSUME && !value_of(s, s->log[i].a, input))
            return false;
    return true;
}

/* One of three values, by the first byte of the input. */
static tandem_expr one_of(const uint8_t *in, uint64_t a, uint64_t b, uint64_t c)
{
    tandem_expr byte = load(in, 1), width = 64;
    tandem_expr is_a = tandem_binary(TANDEM_EQ, 8, byte, 0, *in, 'a');
    tandem_expr is_b = tandem_binary(TANDEM_EQ, 8, byte, 0, *in, 'b');
    tandem_expr rest = tandem_ite(width, is_b, 0, 0, *in == 'b', b, c);
    return tandem_ite(width, is_a, 0, rest, *in == 'a', a, *in == 'b' ? b : c);
}

static uint64_t chosen(uint8_t byte, uint64_t a, uint64_t b, uint64_t c)
{
    return byte == 'a' ? a : byte == 'b' ? b : c;
}

/* The text begins at one of three places, and the number of bytes is one of three. */
static void check_varied(const modelled *m, uint8_t *in, uint64_t *seed)
{
    enum { N = 7 };
    static uint8_t text[4];
    tandem_shared *s = start(RECORDS);
    s->request.flags = TANDEM_RUN_MODELS;
    random_text(in, N, seed);
    random_text(text, 3, seed);
    symbolic(in, N);
    uint64_t places[] = {(uintptr_t)in + 1, (uintptr_t)in + 3, (uintptr_t)in + 2};
    uint64_t sizes[] = {random_number(seed) % 4, 2, 3}, size = m->kind ? 2 : 1;
    bool sized = m->sized && random_number(seed) % 2;
    tandem_expr exprs[3] = {one_of(in, places[0], places[1], places[2])};
    uint64_t args[3] = {chosen(*in, places[0], places[1], places[2]),
                        m->kind == 1 ? (uintptr_t)text : random_number(seed) % 128, 0};
    if (m->sized)
        args[size] = sized ? chosen(*in, sizes[0], sizes[1], sizes[2]) : sizes[0];
    if (sized)
        exprs[size] = one_of(in, sizes[0], sizes[1], sizes[2]);
    uint32_t n = (m->kind ? 2 : 1) + m->sized;
    CHECK(tandem_calling(m->name, m->name, 1, n, 0, args, exprs));
    tandem_expr e = tandem_called(m->width, call_real(m, args, n));
    CHECK_MSG(!find_record(s, TANDEM_BOX) && !find_record(s, TANDEM_CONCRETE), "%s", m->name);
    for (int k = 0; k < 8 && e; k++) {
        random_text(in, N, seed);
        args[0] = chosen(*in, places[0], places[1], places[2]);
        if (sized)
            args[size] = chosen(*in, sizes[0], sizes[1], sizes[2]);
        if (!assumed(s, in))
            continue;
        uint64_t value = value_of(s, e, in), real = call_real(m, args, n);
        if (m->kind == 1 && m->width == 32)
            value = (uint64_t)(((int32_t)value > 0) - ((int32_t)value < 0)) & UINT32_MAX;
        CHECK_MSG(value == real, "%s of '%s', '%s': %lx, not %lx", m->name, in, text, value, real);
    }
}

TEST(models_where_arguments_vary)
{
    uint64_t seed = 5;
    uint8_t *in = calloc(8, 1);
    tandem_object_add(in, 8);
    for (uint64_t round = 0; round < test_count(1400); round++)
        for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
            if (functions[i].kind < 3)
                check_varied(&functions[i], in, &seed);
    tandem_object_remove(in);
    free(in);
}

/* Through a number that is made of digits at one of two places, in one of two bases. */
TEST(numbers_where_arguments_vary)
{
    tandem_shared *s = start(RECORDS);
    uint8_t *in = calloc(8, 1), *end = NULL;
    tandem_object_add(in, 8);
    memcpy(in, "a12x", 4);
    s->request.flags = TANDEM_RUN_MODELS;
    symbolic(in, 7);
    tandem_expr exprs[3] = {one_of(in, (uintptr_t)in + 1, (uintptr_t)in + 2, (uintptr_t)in + 2), 0,
                            tandem_unary(TANDEM_TRUNC, 64, 32, one_of(in, 10, 8, 16))};
    CHECK(CALLING("strtol", exprs, (uintptr_t)in + 1, (uintptr_t)&end, 10));
    end = in + 3;
    tandem_expr e = tandem_called(64, 12), e_end = load(&end, 8);
    CHECK(!find_record(s, TANDEM_BOX) && e && e_end);
    static const char *const others[] = {"a12x", "b078", "cffg", "b8", "a", "c-1", "a 7"};
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        char *stop;
        memset(in, 0, 8);
        memcpy(in, others[i], strlen(others[i]));
        char *from = (char *)in + (*in == 'a' ? 1 : 2);
        long real = strtol(from, &stop, *in == 'a' ? 10 : *in == 'b' ? 8 : 16);
        CHECK(value_of(s, e, in) == (uint64_t)real);
        CHECK(value_of(s, e_end, in) == (uintptr_t)stop);
    }
    tandem_object_remove(in);
    free(in);
}

/* Rounding is an operator of the log. */
TEST(models_of_libm)
{
    static const struct {
        const char *name;
        tandem_op op;
        uint32_t detail;
    } known[] = {{"fabs", TANDEM_FABS, 0},
                 {"sqrt", TANDEM_FSQRT, 0},
                 {"floor", TANDEM_FROUND, TANDEM_DOWN},
                 {"roundeven", TANDEM_FROUND, TANDEM_TO_EVEN},
                 {"round", TANDEM_FROUND, TANDEM_AWAY}};
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        tandem_shared *s = start(RECORDS);
        uint8_t in[8] = {0};
        s->request.flags = TANDEM_RUN_MODELS;
        symbolic(in, 8);
        tandem_expr x[1] = {load(in, 8)};
        uint64_t value[1] = {0};
        CHECK(tandem_calling(known[i].name, known[i].name, 1, 1, 1, value, x));
        tandem_expr e = tandem_called(64, 0);
        CHECK_MSG(e && s->log[e].op == known[i].op && s->log[e].b == known[i].detail, "%s",
                  known[i].name);
    }
}

/* The end of the text is an input: that it ends there is a branch, and the rest is exact. */
TEST(texts_that_end_with_an_input)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[4] = {'a', 'b', 0, 'x'};
    s->request.flags = TANDEM_RUN_MODELS;
    symbolic(in, 3);
    CHECK(CALLING("strlen", none, (uintptr_t)in));
    tandem_expr n = tandem_called(64, 2);
    CHECK(CALLING("strcmp", none, (uintptr_t)in, (uintptr_t)"abc"));
    tandem_expr e = tandem_called(32, (uint32_t)-'c');
    CHECK(!find_record(s, TANDEM_BOX) && find_record(s, TANDEM_BRANCH) && n && e);
    CHECK(value_of(s, n, (uint8_t[]){'x', 0, 0}) == 1 && value_of(s, n, (uint8_t[]){1, 1, 0}) == 2);
    CHECK(value_of(s, e, (uint8_t[]){'a', 'b', 0}) == (uint32_t)-'c');
    CHECK((int32_t)value_of(s, e, (uint8_t[]){'b', 'b', 0}) > 0);
}

/* Sets of letters and digits are ranges. */
TEST(spans_of_large_sets)
{
    static const char set[] = "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    uint64_t seed = 3;
    for (uint64_t round = 0; round < test_count(100); round++) {
        tandem_shared *s = start(RECORDS);
        char in[33] = {0};
        s->request.flags = TANDEM_RUN_MODELS;
        in[0] = 'x';
        symbolic(in, 32);
        bool inside = round & 1;
        CHECK(CALLING(inside ? "strspn" : "strcspn", none, (uintptr_t)in, (uintptr_t)set));
        tandem_expr e = tandem_called(64, inside ? 1 : 0);
        CHECK(e && !find_record(s, TANDEM_BOX));
        for (int k = 0; k < 32; k++)
            in[k] = (char)(random_number(&seed) % 8 ? "a/z09AZ_"[random_number(&seed) % 8]
                                                    : (char)random_number(&seed));
        if (!inside)
            memset(in, '!', random_number(&seed) % 32);
        CHECK(value_of(s, e, (uint8_t *)in) == (inside ? strspn(in, set) : strcspn(in, set)));
    }
}
