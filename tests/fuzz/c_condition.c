#include "base/alloc.h"
#include "base/hash.h"
#include "fuzz/targets.h"
#include "prove/ctext/c_text.h"
#include "program/program.h"
#include "term/core/walk.h"

static void add(ir_program *p, const char *name, ir_type type, sort_id sort)
{
    term_bank *b = p->bank;
    ir_variable v = {.name = base_strdup(name),
                     .type = type,
                     .term = term_app(b, decl_constant(b, symbol_make(b, name), sort), NULL, 0),
                     .range = TERM_ID_TRUE,
                     .shown = true};
    vec_push(&p->variables, v);
}

/* An opaque operation of two numbers. */
static void add_opaque(ir_program *p, const char *name, sort_id number)
{
    term_bank *b = p->bank;
    ir_opaque o = {.name = base_strdup(name), .symbol = base_strdup(name)};
    o.decl = decl_new(b, symbol_make(b, name), (sort_id[]){number, number}, 2, number);
    for (int i = 0; i < 3; i++)
        vec_push(&o.ctypes, "int");
    vec_push(&p->opaques, o);
}

/* One condition of so many is printed, since that takes long. */
enum { PRINTED = 4 };

/* Variables of the usual kinds and an operation, in the model with mathematical integers and in the other one. */
static void read_in_model(const char *text, bool machine, bool print)
{
    term_bank *b = fuzz_bank();
    ir_program *p = base_alloc_zero(1, sizeof *p);
    p->bank = b;
    p->model = machine ? IR_MACHINE : IR_MATH;
    sort_id number = machine ? sort_bv(b, 32) : SORT_ID_INT;
    add(p, "x", (ir_type){.width = 32}, number);
    add(p, "u", (ir_type){.width = 32, .is_unsigned = true}, number);
    add(p, "a[]", (ir_type){.width = 32, .n_dims = 1, .counts = {10}},
        sort_array(b, machine ? sort_bv(b, 64) : SORT_ID_INT, number));
    add(p, "m[][]", (ir_type){.width = 32, .n_dims = 2, .counts = {4, 5}},
        sort_array(b, machine ? sort_bv(b, 64) : SORT_ID_INT, number));
    add_opaque(p, "f", number);
    char *error = NULL;
    term_id t = c_text_read(p, text, &error);
    MUST(t || error);
    if (t) {
        MUST(term_sort(b, t) == SORT_ID_BOOL);
        strbuf again = STRBUF_INIT;
        if (print)
            c_text_print(p, t, &again);
        PLANTED(term_tree_size(b, t) > 12 && !machine);
        strbuf_free(&again);
    }
    free(error);
    ir_program_free(p);
}

void fuzz_c_condition_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    bool print = hash_bytes(data, size) % PRINTED == 0;
    read_in_model(text, false, print);
    read_in_model(text, true, print);
    free(text);
}
