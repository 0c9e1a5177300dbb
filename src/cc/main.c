/* The command `tandem-cc`: a C compiler whose programs `tandem explore` can look into. */
#include <stdio.h>

#include "cc/steps.h"

#define OPTIONS_LIST "cc/cc_options.def"
#define OPTIONS_STRUCT cc_options
#include "base/options_define.h"

static const option_example examples[] = {
    {"Compile a program and look for its paths:",
     "tandem-cc -o prog prog.c && tandem explore ./prog"},
    {"Build a package with it:", "./configure CC=tandem-cc && make"},
};

static const option_page page = {
    .program = "tandem-cc",
    .summary = "C compiler whose programs can be explored",
    .usage = "[OPTION OF A COMPILER]... FILE...",
    .description =
        "Takes what clang and gcc take and does what they do. C files are compiled by " TANDEM_CLANG
        ", "
        "always with -O1; beside each value the program then carries what it depends on, and "
        "beside each object its bitcode. The runtime of Tandem is linked into programs. Run by "
        "itself such a program does what it would do otherwise, only slower; `tandem explore` "
        "runs it with inputs of its own making."
        "\n\n"
        "Everything but C is the compiler's: preprocessing, assembly, C++, other machines (-m32, "
        "--target), questions (-print-…, --version). Link-time optimisation is left out.",
    .options = cc_options_table,
    .n_options = sizeof cc_options_table / sizeof *cc_options_table,
    .examples = examples,
    .n_examples = sizeof examples / sizeof *examples,
};

static int print_page(bool man)
{
    strbuf text = STRBUF_INIT;
    if (man)
        options_man(&page, TANDEM_VERSION, &text);
    else
        options_help(&page, 80, &text);
    bool good = fwrite(text.text, 1, text.n, stdout) == text.n && !fflush(stdout);
    strbuf_free(&text);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    cc_arguments a;
    cc_arguments_read(&a, argv + (argc > 0));
    int code;
    if (a.help || a.man)
        code = print_page(a.man);
    else if (a.pass_on || argc == 0)
        code = cc_pass_on(argv);
    else
        code = cc_run(&a);
    cc_arguments_free(&a);
    return code;
}
