#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

void cli_complain(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "tandem%s%s: ", command ? " " : "", command ? command : "");
    text_vprint(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void cli_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprint(stdout, format, arguments);
    va_end(arguments);
}

void cli_put(const strbuf *text)
{
    text_write(stdout, text->text, text->n);
}

int cli_finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    cli_complain(NULL, "cannot write to standard output: %s", strerror(errno));
    return CLI_EXIT_FILE;
}

/* Between 60 and 100 columns, as wide as the terminal. */
static unsigned help_width(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return 80;
    return size.ws_col < 60 ? 60 : size.ws_col > 100 ? 100 : size.ws_col;
}

int cli_print_help(const option_page *page)
{
    strbuf text = STRBUF_INIT;
    options_help(page, help_width(), &text);
    cli_put(&text);
    strbuf_free(&text);
    return cli_finish(CLI_EXIT_OK);
}

bool cli_parse(const option_page *page, int argc, char **argv, void *values,
               option_operands *operands, int *code)
{
    char *error = NULL;
    options_defaults(page, values);
    switch (options_parse(page, argc, argv, values, operands, &error)) {
    case OPTIONS_OK:
        return true;
    case OPTIONS_HELP:
        *code = cli_print_help(page);
        return false;
    case OPTIONS_ERROR:
        break;
    }
    cli_complain(page->command, "%s", error);
    fprintf(stderr, "Try 'tandem%s%s --help'.\n", page->command ? " " : "",
            page->command ? page->command : "");
    free(error);
    *code = CLI_EXIT_USAGE;
    return false;
}
