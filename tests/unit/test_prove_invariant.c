/* One vocabulary, two evaluators: what a portrait says does not depend on how it sees states; and one executor: a step
 * from any frame is the step of a run. */
#include <stdlib.h>

#include "base/folder.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "prove/invariant/portrait.h"
#include "test.h"

typedef struct world {
    term_bank *bank;
    ir_program *program;
    ir_system *system;
} world;

static void open_world(world *w, const char *text, ir_model model)
{
    char *folder = folder_temporary();
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/p.c", folder);
    CHECK(folder_write(path.text, text, strlen(text)));
    ir_failure failure;
    char *error = NULL;
    w->bank = bank_new(true);
    ir_options options = {.model = model};
    w->program = ir_read_c(w->bank, path.text, &options, &failure, &error);
    CHECK(w->program);
    w->system = ir_system_new(w->program);
    free(error);
    folder_remove(folder);
    free(folder);
    strbuf_free(&path);
}

static void close_world(world *w)
{
    ir_system_free(w->system);
    ir_program_free(w->program);
    bank_free(w->bank);
}

/* Equations, bounds, remainders, clauses of two, and statements about all elements. */
static const char program[] =
    "int main(void) { int a[7] = {11, 9, 7, 5, 3, 1, 13}, i = 0, s = 0, t = unknown();\n"
    "  while (i < 6) { a[i] = 2 * i; s += a[i]; i++; if (unknown()) t += 4; else t -= 2; }\n"
    "  i = 0; while (i < 6) { assert(a[i] == 2 * i); i++; } assert(s == 30); }";

static machine *machine_of(const world *w, const vocabulary *v)
{
    machine_config config = {0};
    term_vec terms = {0};
    const char *reason = NULL;
    reading_words_terms(v, &terms, &config);
    machine *m = machine_new(w->system, &config, &reason);
    CHECK_MSG(m, "%s", reason ? reason : "");
    vec_free(&terms);
    return m;
}

/* Words at the entry; unwritten cells are like no others. */
static void begin(const machine *m, ir_model model, word *frame, rng *r)
{
    const frame_layout *l = machine_layout(m);
    for (size_t i = 0; i < l->n; i++)
        frame[i] = (word)rng_below(r, 9) - (model == IR_MATH ? 4 : 0);
    for (size_t i = 0; i < l->arrays.n; i++)
        frame[l->arrays.at[i].variable] = 77777;
}

static void draw_inputs(const machine *m, word *frame, rng *r)
{
    const frame_layout *l = machine_layout(m);
    for (size_t i = l->n_variables; i < l->n_plain; i++)
        frame[i] = (word)rng_below(r, 2);
}

static void show_both(portrait *of_words, portrait *of_values, reading_words *words,
                      const vocabulary *v, const frame_layout *l, const word *frame)
{
    vec_u32 values = {0};
    for (size_t i = 0; i < l->n_variables; i++)
        vec_push(&values, frame_value(l, frame, i));
    reading_values terms;
    reading_values_init(&terms, v, values.at, NULL);
    reading_words_look(words, frame);
    CHECK(portrait_show(of_values, &terms.base, true));
    CHECK(portrait_show(of_words, &words->base, true));
    const conjunct_vec *x = portrait_conjuncts(of_words), *y = portrait_conjuncts(of_values);
    CHECK(x->n == y->n);
    for (size_t i = 0; i < x->n && i < y->n; i++) {
        CHECK(conjunct_term(v, &x->at[i]) == conjunct_term(v, &y->at[i]));
        CHECK(conjunct_holds(&words->base, &x->at[i]) == TRUTH_TRUE);
        CHECK(conjunct_holds(&terms.base, &x->at[i]) == TRUTH_TRUE);
    }
    reading_values_free(&terms);
    vec_free(&values);
}

/* How many conjuncts of a kind a portrait has. */
static size_t count(portrait *p, conjunct_kind kind)
{
    const conjunct_vec *list = portrait_conjuncts(p);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += list->at[i].kind == kind;
    return n;
}

static void compare_readings(ir_model model)
{
    world w;
    open_world(&w, program, model);
    vocabulary v;
    vocabulary_config config = {.degree = 2,
                                .bounds = BOUNDS_OCTAGONS,
                                .conditions = 20,
                                .pairs = true,
                                .remainders = true,
                                .arrays = true,
                                .executed = true};
    vocabulary_init(&v, w.system, &config);
    machine *m = machine_of(&w, &v);
    const frame_layout *l = machine_layout(m);
    reading_words words;
    reading_words_init(&words, &v, m);
    size_t n_cuts = w.system->cuts.n;
    portrait **portraits = base_alloc_zero(2 * n_cuts, sizeof *portraits);
    for (uint32_t i = 0; i < 2 * n_cuts; i++)
        portraits[i] = portrait_new(&v, i / 2);
    word *frame = base_alloc_zero(l->n, sizeof *frame);
    rng r;
    rng_seed(&r, 3);
    for (int run = 0; run < 12; run++) {
        uint32_t cut = 0;
        begin(m, model, frame, &r);
        for (int step = 0; step < 12 && machine_take(m, frame, &cut) == MACHINE_STEP; step++) {
            show_both(portraits[2 * cut], portraits[2 * cut + 1], &words, &v, l, frame);
            draw_inputs(m, frame, &r);
        }
    }
    for (uint32_t cut = 1; cut < n_cuts; cut++) {
        CHECK(portrait_begun(portraits[2 * cut]));
        CHECK(count(portraits[2 * cut], CONJUNCT_BOUND) > 0);
        CHECK(count(portraits[2 * cut], CONJUNCT_CLAUSE) > 0);
    }
    CHECK(count(portraits[2], CONJUNCT_EQUATION) > 0);  /* s == i * i - i */
    CHECK(count(portraits[2], CONJUNCT_REMAINDER) > 0); /* s % 2 == 0 */
    for (size_t i = 0; i < 2 * n_cuts; i++)
        portrait_free(portraits[i]);
    free(portraits);
    free(frame);
    reading_words_free(&words);
    machine_free(m);
    vocabulary_free(&v);
    close_world(&w);
}

TEST(both_readings_say_the_same)
{
    compare_readings(IR_MATH);
    compare_readings(IR_MACHINE);
}

/* A portrait that saw nothing excludes everything. */
TEST(nothing_was_shown)
{
    world w;
    open_world(&w, program, IR_MATH);
    vocabulary v;
    vocabulary_init(&v, w.system, &(vocabulary_config){.degree = 1});
    portrait *p = portrait_new(&v, 1);
    CHECK(!portrait_begun(p));
    CHECK(portrait_conjuncts(p)->n == 1);
    CHECK(conjunct_term(&v, &portrait_conjuncts(p)->at[0]) == TERM_ID_FALSE);
    portrait_free(p);
    vocabulary_free(&v);
    close_world(&w);
}

/* Steps of a run, and each of them alone from the frame that the run has there. */
static void compare_steps(ir_model model)
{
    world w;
    const char *reason;
    open_world(&w, program, model);
    machine *run = machine_new(w.system, &(machine_config){0}, &reason);
    machine *one = machine_new(w.system, &(machine_config){0}, &reason);
    CHECK(run && one);
    const frame_layout *l = machine_layout(run);
    word *frame = base_alloc_zero(l->n, sizeof *frame);
    rng r;
    rng_seed(&r, 7);
    begin(run, model, frame, &r);
    for (size_t i = 0; i < l->arrays.n; i++)
        for (size_t k = 0; k < l->arrays.at[i].n; k++)
            frame[l->arrays.at[i].first + k] = 77777; /* nobody has written them */
    memcpy(machine_frame(run), frame, l->n_plain * sizeof *frame);
    machine_begin(run);
    uint32_t cut = 0;
    machine_result alone = MACHINE_STEP;
    size_t steps = 0;
    while (alone == MACHINE_STEP && steps++ < 40) {
        draw_inputs(run, frame, &r);
        memcpy(machine_frame(run) + l->n_variables, frame + l->n_variables,
               (l->n_plain - l->n_variables) * sizeof *frame);
        alone = machine_take(one, frame, &cut);
        CHECK(machine_step(run, NULL) == alone);
        CHECK(machine_cut(run) == cut);
        for (size_t i = 0; i < l->n_variables; i++)
            CHECK(machine_value(run, i) == frame_value(l, frame, i));
    }
    CHECK(alone == MACHINE_END && steps > 12);
    CHECK(machine_taken(one) == steps);
    free(frame);
    machine_free(run);
    machine_free(one);
    close_world(&w);
}

TEST(a_step_alone_is_the_step_of_a_run)
{
    compare_steps(IR_MATH);
    compare_steps(IR_MACHINE);
}

/* Values go into a frame and come back. */
TEST(values_in_frames)
{
    world w;
    open_world(&w, program, IR_MATH);
    frame_layout l;
    frame_layout_init(&l, w.system);
    CHECK(l.arrays.n == 1 && l.n == l.n_plain + 7);
    word *frame = base_alloc_zero(l.n, sizeof *frame), *copy = base_alloc_zero(l.n, sizeof *copy);
    for (size_t i = 0; i < l.n; i++)
        frame[i] = (word)(i * i) - 5;
    for (size_t i = 0; i < l.n_plain; i++)
        CHECK(frame_put(&l, copy, i, frame_value(&l, frame, i)));
    CHECK(!memcmp(frame, copy, l.n * sizeof *frame));
    mpz_t large;
    mpz_init_set_ui(large, 1);
    mpz_mul_2exp(large, large, 80);
    size_t number = l.arrays.at[0].variable ? 0 : 1;
    CHECK(!frame_put(&l, copy, number, value_int_mpz(w.bank, large)));
    mpz_clear(large);
    free(frame);
    free(copy);
    frame_layout_free(&l);
    close_world(&w);
}
