/* Command line options from one table per command.
 *
 * A table lists what a command accepts; storage, parsing, defaults, ranges, --help and the manual
 * page all come from it, so that none of them can disagree with another. A command writes its table
 * as a list for an X-macro (see src/cli/solve/solve_options.def):
 *
 *     SECTION("Limits")
 *     OPTION(DURATION, timeout, 't', "timeout", "TIME", "0", 0, 1e9, "end the run after TIME")
 *
 * and includes options_define.h, which makes of it a struct of values and an array of option_spec.
 * Only texts are made here: printing and exiting are the caller's. */
#ifndef TANDEM_BASE_OPTIONS_H
#define TANDEM_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef enum option_type {
    OPTION_SECTION,  /* no option: a heading in the help */
    OPTION_FLAG,     /* --x; takes no argument */
    OPTION_COUNT,    /* -v, -vv: how often it was given */
    OPTION_TEXT,     /* any text */
    OPTION_LIST,     /* any text, and it may be given several times; no default */
    OPTION_GRANTS,   /* --x or --x=TEXT, several times: a list in which "" is the bare form */
    OPTION_SWITCH,   /* --x on, --x off, --x=on, --x=off; --x alone is on */
    OPTION_CHOICE,   /* one of the words in `argument`, written a|b|c */
    OPTION_PRESET,   /* the name of one of the page's presets; the options it stands for are set */
    OPTION_NUMBER,   /* a natural number */
    OPTION_DURATION, /* 10, 0.5, 500ms, 2m, 1h: seconds */
    OPTION_SIZE      /* 4096, 64K, 512M, 4G: bytes */
} option_type;

typedef VEC(const char *) option_operands;

/* How each type is stored. A list is the caller's to vec_free. */
typedef bool option_FLAG;
typedef unsigned option_COUNT;
typedef const char *option_TEXT;
typedef option_operands option_LIST;
typedef option_operands option_GRANTS;
typedef bool option_SWITCH;
typedef const char *option_CHOICE;
typedef const char *option_PRESET;
typedef uint64_t option_NUMBER;
typedef double option_DURATION;
typedef uint64_t option_SIZE;

typedef struct option_spec {
    option_type type;
    char letter;          /* 0: no short form */
    const char *name;     /* without the dashes; of a section: its title */
    const char *argument; /* what the help calls it; NULL where there is none */
    const char *initial;  /* the default, written as a user would; NULL: none */
    double low, high;     /* range of numbers, durations and sizes */
    size_t offset;        /* of the value in the struct */
    const char *help;
} option_spec;

typedef struct option_example {
    const char *what;    /* a sentence */
    const char *command; /* a line that can be typed in the root of the source tree */
} option_example;

/* A name for several options: they are read where the name stands, so what follows it wins. */
typedef struct option_preset {
    const char *name;
    const char *what;
    const char *const *words; /* as on a command line, NULL behind the last; no operands */
} option_preset;

typedef struct option_presets {
    const option_preset *at;
    size_t n;
} option_presets;

/* Everything that is to be said about one command. */
typedef struct option_page {
    const char *program;     /* "tandem" */
    const char *command;     /* "solve"; NULL for the program itself */
    const char *summary;     /* one line without a full stop */
    const char *usage;       /* what follows the names: "[OPTION]... FILE" */
    const char *description; /* paragraphs, separated by empty lines */
    const option_spec *options;
    size_t n_options;
    const option_presets *presets;           /* of its option of type PRESET; NULL: it has none */
    const struct limit_table *const *limits; /* tables of its limits, for the manual page */
    size_t n_limits;
    const char *notes; /* sections behind the options: "Title:\n  line\n  line\n"; may be NULL */
    const option_example *examples;
    size_t n_examples;
} option_page;

typedef enum options_status {
    OPTIONS_OK,
    OPTIONS_HELP, /* --help or -h was given: accepted by every table */
    OPTIONS_ERROR
} options_status;

/* Fills `values` with the defaults. */
void options_defaults(const option_page *page, void *values);
/* Reads argv[0 .. argc-1] (without the program's name) into `values`, which hold the defaults;
 * whatever is no option goes to `operands`. Long options may be shortened where that is clear. On
 * an error *error is a message for the user (caller frees). Texts point into argv. */
options_status options_parse(const option_page *page, int argc, char *const *argv, void *values,
                             option_operands *operands, char **error);
/* The help text, at most `width` columns wide; the same as a manual page for man(1). */
void options_help(const option_page *page, unsigned width, strbuf *out);
void options_man(const option_page *page, const char *version, strbuf *out);

/* What a preset is and which options it stands for, in one line. */
void options_preset_text(const option_preset *preset, strbuf *out);

/* The values of the types above; false if the text is none. */
bool options_read_number(const char *text, uint64_t *number);
bool options_read_duration(const char *text, double *seconds);
bool options_read_size(const char *text, uint64_t *bytes);
/* The candidate nearest to `word` if one is near enough to be what was meant, else NULL. */
const char *options_nearest(const char *word, const char *const *candidates, size_t n);

#endif
