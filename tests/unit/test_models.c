/* Models of library functions against the functions themselves, at random arguments. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/rng.h"
#include "box/words.h"
#include "solve/models/models.h"
#include "term/eval/eval.h"
#include "term/value/model.h"
#include "term/value/word.h"
#include "test.h"

enum { FREE = 7, TEXT = 0x1000, OTHER = 0x2000, ROUNDS = 400 };

typedef struct stand {
    term_bank *b;
    box_set *boxes;
    box_provider provider;
    rng random;
    uint32_t group;
} stand;

static void no_call(void *context, uint32_t group, const uint64_t *rows, size_t n,
                    uint64_t *outputs, box_status *states)
{
    (void)context, (void)group, (void)rows, (void)outputs;
    for (size_t i = 0; i < n; i++)
        states[i] = BOX_CRASHED;
}

static void set_up(stand *s)
{
    *s = (stand){.b = bank_new(true), .provider = {.scope = BOX_SCOPE_PLACE, .call = no_call}};
    s->boxes = boxes_new(s->b, &(box_config){0});
    rng_seed(&s->random, 7);
}

static void tear_down(stand *s)
{
    boxes_free(s->boxes);
    bank_free(s->b);
}

/* A box whose parameters are the bytes of a text at TEXT, behind which an end stands; another text,
 * `other`, is fixed. */
static decl_id bind_text(stand *s, const char *name, const char *other, const box_argument *args,
                         uint32_t n, uint32_t width)
{
    box_cell cells[64];
    size_t n_cells = 0;
    sort_id domain[FREE];
    for (uint32_t i = 0; i < FREE; i++) {
        domain[i] = sort_bv(s->b, 8);
        cells[n_cells++] = (box_cell){TEXT + i, i, 0, 0};
    }
    cells[n_cells++] = (box_cell){TEXT + FREE, BOX_CELL_FIXED, 0, 0};
    for (size_t i = 0; i <= strlen(other); i++)
        cells[n_cells++] = (box_cell){OTHER + i, BOX_CELL_FIXED, 0, (uint8_t)other[i]};
    box_original original = {name, args, n, true};
    box_declaration d = {
        .decl = decl_new(s->b, symbol_fresh(s->b, name), domain, FREE, sort_bv(s->b, width)),
        .provider = &s->provider,
        .group = s->group++,
        .replies = 1,
        .cells = cells,
        .n_cells = n_cells,
        .original = &original};
    char *error = NULL;
    CHECK(boxes_bind(s->boxes, &d, &error));
    return d.decl;
}

static decl_id bind_number(stand *s, const char *name, sort_id sort)
{
    box_argument argument = {.argument = 0};
    box_original original = {name, &argument, 1, true};
    box_declaration d = {.decl = decl_new(s->b, symbol_fresh(s->b, name), &sort, 1, sort),
                         .provider = &s->provider,
                         .group = s->group++,
                         .replies = 1,
                         .original = &original};
    char *error = NULL;
    CHECK(boxes_bind(s->boxes, &d, &error));
    return d.decl;
}

/* The bits of what the model gives at these values. */
static uint64_t model_at(stand *s, decl_id d, const value_id *values)
{
    term_id constants[FREE];
    uint64_t bits = 0;
    for (uint32_t i = 0; i < decl_arity(s->b, d); i++)
        constants[i] = term_const(s->b, values[i]);
    term_id t = models_term(s->b, s->boxes, d, MODELS_SYSTEM, constants);
    term_model *nothing = model_new(s->b);
    evaluator *e = eval_new(nothing, &(eval_config){.complete = true});
    CHECK(t && value_small_bits(s->b, eval_term(e, t), &bits));
    eval_free(e);
    model_free(nothing);
    return bits;
}

/* Mostly characters that the other text has, and ends. */
static void draw(stand *s, char *text, value_id *values)
{
    static const char few[] = "aAb:B/\0z";
    for (int i = 0; i < FREE; i++) {
        text[i] = rng_one_in(&s->random, 8) ? (char)rng_next(&s->random)
                                            : few[rng_below(&s->random, sizeof few)];
        values[i] = value_bv_u64(s->b, 8, (uint8_t)text[i]);
    }
    text[FREE] = 0;
}

typedef struct text_case {
    const char *name, *other;
    box_argument args[3];
    uint32_t n, width;
    uint64_t (*real)(const char *text, const char *other);
} text_case;

/* A pointer into the text as the formula has it. */
static uint64_t place(const char *text, const char *found)
{
    return found ? TEXT + (uint64_t)(found - text) : 0;
}

#define REAL(name, expression)                                \
    static uint64_t name(const char *text, const char *other) \
    {                                                         \
        (void)other;                                          \
        return (uint64_t)(expression);                        \
    }
REAL(real_strlen, strlen(text))
REAL(real_strnlen, strnlen(text, 3))
REAL(real_strcmp, strcmp(text, other))
REAL(real_strncmp, strncmp(text, other, 2))
REAL(real_strcasecmp, strcasecmp(text, other))
REAL(real_memcmp, memcmp(text, other, 3))
REAL(real_strchr, place(text, strchr(text, ':')))
REAL(real_strchrnul, place(text, strchrnul(text, ':')))
REAL(real_memchr, place(text, memchr(text, 'b', 5)))
REAL(real_strrchr, place(text, strrchr(text, 'a')))
REAL(real_memrchr, place(text, memrchr(text, 'a', 6)))
REAL(real_strspn, strspn(text, other))
REAL(real_strcspn, strcspn(text, other))
REAL(real_strpbrk, place(text, strpbrk(text, other)))
REAL(real_strstr, place(text, strstr(text, other)))

#define AT(address) {BOX_CELL_FIXED, address}
static const text_case texts[] = {
    {"strlen", "", {AT(TEXT)}, 1, 64, real_strlen},
    {"strnlen", "", {AT(TEXT), AT(3)}, 2, 64, real_strnlen},
    {"strcmp", "ab:", {AT(TEXT), AT(OTHER)}, 2, 32, real_strcmp},
    {"strncmp", "ab:", {AT(TEXT), AT(OTHER), AT(2)}, 3, 32, real_strncmp},
    {"strcasecmp", "aB", {AT(TEXT), AT(OTHER)}, 2, 32, real_strcasecmp},
    {"memcmp", "ab:", {AT(TEXT), AT(OTHER), AT(3)}, 3, 32, real_memcmp},
    {"strchr", "", {AT(TEXT), AT(':')}, 2, 64, real_strchr},
    {"strchrnul", "", {AT(TEXT), AT(':')}, 2, 64, real_strchrnul},
    {"memchr", "", {AT(TEXT), AT('b'), AT(5)}, 3, 64, real_memchr},
    {"strrchr", "", {AT(TEXT), AT('a')}, 2, 64, real_strrchr},
    {"memrchr", "", {AT(TEXT), AT('a'), AT(6)}, 3, 64, real_memrchr},
    {"strspn", "ab", {AT(TEXT), AT(OTHER)}, 2, 64, real_strspn},
    {"strcspn", ":/", {AT(TEXT), AT(OTHER)}, 2, 64, real_strcspn},
    {"strpbrk", ":/", {AT(TEXT), AT(OTHER)}, 2, 64, real_strpbrk},
    {"strstr", "ab", {AT(TEXT), AT(OTHER)}, 2, 64, real_strstr},
    {"strstr", "", {AT(TEXT), AT(OTHER)}, 2, 64, real_strstr}};

static int sign(uint64_t result)
{
    return (int32_t)result < 0 ? -1 : (int32_t)result > 0;
}

TEST(models_of_texts)
{
    stand s;
    set_up(&s);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const text_case *t = &texts[i];
        decl_id d = bind_text(&s, t->name, t->other, t->args, t->n, t->width);
        for (int round = 0; round < ROUNDS; round++) {
            char text[FREE + 1];
            value_id values[FREE];
            draw(&s, text, values);
            uint64_t got = model_at(&s, d, values), wanted = t->real(text, t->other);
            bool same = strstr(t->name, "cmp") ? sign(got) == sign(wanted) : got == wanted;
            CHECK_MSG(same, "%s, round %d: %llx, not %llx", t->name, round, (unsigned long long)got,
                      (unsigned long long)wanted);
        }
    }
    tear_down(&s);
}

TEST(models_of_characters)
{
    static const struct {
        const char *name;
        int (*real)(int);
    } all[] = {{"isalnum", isalnum}, {"isspace", isspace}, {"isxdigit", isxdigit},
               {"ispunct", ispunct}, {"tolower", tolower}, {"toupper", toupper},
               {"abs", abs}};
    stand s;
    set_up(&s);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        decl_id d = bind_number(&s, all[i].name, sort_bv(s.b, 32));
        for (int x = all[i].real == abs ? -300 : 0; x < 256; x++) {
            value_id v = value_bv_u64(s.b, 32, (uint32_t)x);
            CHECK(model_at(&s, d, &v) == (uint32_t)all[i].real(x));
        }
    }
    tear_down(&s);
}

TEST(models_of_roundings)
{
    static const struct {
        const char *name;
        double (*real)(double);
    } all[] = {{"fabs", fabs},   {"sqrt", sqrt}, {"floor", floor},         {"ceil", ceil},
               {"trunc", trunc}, {"rint", rint}, {"nearbyint", nearbyint}, {"round", round}};
    stand s;
    set_up(&s);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        decl_id d = bind_number(&s, all[i].name, sort_fp(s.b, 11, 53));
        for (int k = 0; k < ROUNDS; k++) {
            double x = ((double)rng_below(&s.random, 4000) - 2000) / 4, wanted = all[i].real(x);
            uint64_t bits, real;
            memcpy(&bits, &x, sizeof bits);
            memcpy(&real, &wanted, sizeof real);
            value_id v = value_of_word(s.b, sort_fp(s.b, 11, 53), bits);
            CHECK(isnan(wanted) || model_at(&s, d, &v) == real);
        }
    }
    tear_down(&s);
}

TEST(models_that_are_not_wanted)
{
    stand s;
    set_up(&s);
    term_id x = term_const(s.b, value_bv_u64(s.b, 32, 5));
    decl_id known = bind_number(&s, "abs", sort_bv(s.b, 32)),
            other = bind_number(&s, "frobnicate", sort_bv(s.b, 32)),
            narrow = bind_number(&s, "abs", sort_bv(s.b, 16));
    CHECK(models_term(s.b, s.boxes, known, MODELS_ALL, &x));
    CHECK(!models_term(s.b, s.boxes, known, MODELS_NONE, &x));
    CHECK(!models_term(s.b, s.boxes, other, MODELS_ALL, &x));
    term_id y = term_const(s.b, value_bv_u64(s.b, 16, 5));
    CHECK(!models_term(s.b, s.boxes, narrow, MODELS_ALL, &y));
    tear_down(&s);
}
