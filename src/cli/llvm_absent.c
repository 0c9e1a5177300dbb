/* The commands that a build without LLVM leaves out: they say so. */
#include <string.h>

#include "cli/cli.h"

#define SUMMARY "(left out: this tandem was built without LLVM)"

static int left_out(const option_page *page, int argc, char **argv)
{
    if (argc > 0 && !strcmp(argv[0], "--help"))
        return cli_finish(cli_print_help(page));
    cli_complain(page->command,
                 "this tandem was built without LLVM, which %s needs; README.md says "
                 "what to install before building",
                 page->command);
    return CLI_EXIT_USAGE;
}

#define LEFT_OUT(word)                                                                       \
    static const option_page word##_page = {                                                 \
        .program = "tandem",                                                                 \
        .command = #word,                                                                    \
        .summary = SUMMARY,                                                                  \
        .usage = "",                                                                         \
        .description = "Needs LLVM and clang, which were not there when Tandem was built."}; \
    static int main_##word(int argc, char **argv)                                            \
    {                                                                                        \
        return left_out(&word##_page, argc, argv);                                           \
    }                                                                                        \
    const cli_command cmd_##word = {#word, &word##_page, main_##word, false};

LEFT_OUT(explore)
LEFT_OUT(prove)
