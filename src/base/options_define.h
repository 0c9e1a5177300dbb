/* Makes a struct and a table from a list of options; included once for each list.
 *
 *     #define OPTIONS_LIST "cli/solve/solve_options.def"
 *     #define OPTIONS_STRUCT solve_options
 *     #include "base/options_define.h"
 *
 * defines `struct solve_options` and `static const option_spec solve_options_table[]`. Where several files read the
 * options, a header has the struct (OPTIONS_STRUCT_ONLY) and one source the table (OPTIONS_TABLE_ONLY). */
#include "base/options.h"

#ifndef OPTIONS_TABLE_ONLY
typedef struct OPTIONS_STRUCT {
#define SECTION(title)
#define OPTION(type, field, letter, name, argument, initial, low, high, help) option_##type field;
#include OPTIONS_LIST
#undef SECTION
#undef OPTION
} OPTIONS_STRUCT;
#endif

#ifndef OPTIONS_STRUCT_ONLY
#define OPTIONS_PASTE2(a, b) a##b
#define OPTIONS_PASTE(a, b) OPTIONS_PASTE2(a, b)
static const option_spec OPTIONS_PASTE(OPTIONS_STRUCT, _table)[] = {
#define SECTION(title) {.type = OPTION_SECTION, .name = title},
#define OPTION(type, field, letter, name, argument, initial, low, high, help)                    \
    {OPTION_##type, letter, name, argument, initial, low, high, offsetof(OPTIONS_STRUCT, field), \
     help},
#include OPTIONS_LIST
#undef SECTION
#undef OPTION
};
#undef OPTIONS_PASTE
#undef OPTIONS_PASTE2
#endif

#undef OPTIONS_STRUCT_ONLY
#undef OPTIONS_TABLE_ONLY
#undef OPTIONS_STRUCT
#undef OPTIONS_LIST
