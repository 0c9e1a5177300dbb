/* Calling a bound C function with machine words: what the fuzz loop does inside a worker.
 *
 * A word holds one argument: Bool 0 or 1; BitVec k <= 64 its number; Float32/64 its IEEE bits; Int
 * passed as int64_t its two's complement; Real passed as double its bits; RoundingMode 0..4 in the
 * order of fp_rounding; a pointer (string, buffer, pointer into memory) a real address of this
 * process. No allocation, no locks, no value ids. Only meaningful in a process that has loaded the
 * libraries: a worker. */
#ifndef TANDEM_BOX_WORKER_INVOKE_H
#define TANDEM_BOX_WORKER_INVOKE_H

#include <ffi.h>

#include "box/box.h"

typedef enum box_class {
    BOX_CLASS_BOOL,
    BOX_CLASS_BITS,    /* BitVec <= 64, by value */
    BOX_CLASS_FLOAT,   /* Float32 */
    BOX_CLASS_DOUBLE,  /* Float64 */
    BOX_CLASS_INT,     /* Int as int64_t */
    BOX_CLASS_REAL,    /* Real as double, where that is exact */
    BOX_CLASS_MODE,    /* RoundingMode as int */
    BOX_CLASS_POINTER, /* (_ BitVec 64) that points into the memory image */
    BOX_CLASS_STRING,  /* String as const char *, UTF-8 */
    BOX_CLASS_TEXT,    /* Int or Real as decimal text */
    BOX_CLASS_WIDE,    /* BitVec > 64, other floats: little-endian bytes by pointer */
    BOX_CLASS_ARRAY    /* (Array (_ BitVec i) (_ BitVec e)), e <= 64: pointer to elements */
} box_class;

typedef struct box_parameter {
    box_class class;
    sort_id sort;
    uint32_t width; /* bits of the sort: 1 for Bool, exact for BitVec, 32, 64; of WIDE: all */
    uint32_t size;  /* bytes of the C type; of ARRAY: of one element */
    bool is_signed; /* how narrow arguments are extended */
    bool floating;  /* goes into a floating-point register */
} box_parameter;

typedef enum box_kind { BOX_FUNCTION, BOX_EXECUTABLE, BOX_CALLBACK, BOX_PROVIDED } box_kind;

enum { BOX_MAX_ARITY = 64 };

/* How box_invoke calls it: chosen when it is bound. */
typedef enum box_shape {
    BOX_SHAPE_NONE,   /* not callable with words */
    BOX_SHAPE_INT,    /* up to 6 integer arguments, integer result */
    BOX_SHAPE_DOUBLE, /* up to 4 floating arguments and nothing else, floating result */
    BOX_SHAPE_MIXED,  /* up to 6 integer and 8 floating arguments */
    BOX_SHAPE_FFI
} box_shape;

struct box {
    decl_id decl;
    box_kind kind;
    const char *name; /* as declared; owned by the set */
    const char *symbol;
    bool restricted;     /* box_declaration */
    void (*given)(void); /* box_declaration.function; NULL: it is looked for */
    uint32_t library;    /* number in the set's list; 0: all of them, then libc and libm */
    uint32_t arity;
    box_parameter *parameters; /* arity of them */
    box_parameter result;
    bool result_by_pointer; /* the function returns void and has one more parameter: the result */
    /* All parameters and the result are BOX_CLASS_BOOL … _MODE: box_invoke can check everything;
     * false: pointers are the caller's affair. */
    bool words;
    bool extends; /* a narrow signed argument: the caller has to extend it */
    bool consistent;
    uint32_t senses; /* senses.h */
    bool of_system;  /* found in libc or libm, with no library given */
    box_shape shape;
    void (*address)(void); /* in a worker; NULL elsewhere */
    ffi_cif cif;
    ffi_type **ffi_types;
    box_callback callback;
    void *callback_context;
    bool callback_anywhere;
    void (*callback_soon)(void *context, const value_id *rows, size_t n);
    uint32_t group, output;      /* of the set */
    struct box_program *program; /* of an executable */
};

/* Calls it. False when the answer is outside its sort (a bool that is neither 0 nor 1, bits above
 * the width, an infinite Real). NaN comes back in its one form. */
bool box_invoke(const box *x, const uint64_t *args, uint64_t *result);
/* Always through libffi; for comparison and for machines without the direct calls. */
bool box_invoke_ffi(const box *x, const uint64_t *args, uint64_t *result);
/* Brings a raw result register (as the C function left it) into the form of box_invoke's result;
 * for code that calls x->address by itself. */
bool box_finish_word(const box_parameter *result, uint64_t raw, uint64_t *word);

/* Values as words; false when the value has no such form (an Int beyond int64_t, a Real that no
 * double is equal to, a class that is passed by pointer). */
bool box_word_of_value(const term_bank *b, const box_parameter *p, value_id v, uint64_t *word);
/* 0 when the word is no value of the sort. */
value_id box_value_of_word(term_bank *b, const box_parameter *p, uint64_t word);

#endif
