#include "cli/explore/explore_setup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/folder.h"
#include "process/lock.h"
#include "cli/cli.h"
#include "explore/mutate/dictionary.h"
#include "explore/test/output.h"

/* Lists of names, as the runtime reads them (runtime/boxes/choices.h). */
static void put_names(const option_operands *lists, char sign, strbuf *out)
{
    for (size_t i = 0; i < lists->n; i++)
        for (const char *at = lists->at[i]; *at; at += strspn(at, ",")) {
            size_t n = strcspn(at, ",");
            if (n == 3 && !strncmp(at, "all", n) && sign == '+')
                strbuf_puts(out, "+*\n");
            else if (n && !(n == 4 && !strncmp(at, "auto", n)))
                strbuf_printf(out, "%c%.*s\n", sign, (int)n, at);
            at += n;
        }
}

int explore_setup_signatures(const char *file, const option_operands *boxes,
                             const option_operands *concretize, strbuf *out)
{
    if (file && !file_read(file, out)) {
        cli_complain("explore", "%s: %s", file, strerror(errno));
        return CLI_EXIT_FILE;
    }
    if (out->n && out->text[out->n - 1] != '\n')
        strbuf_putc(out, '\n');
    put_names(boxes, '+', out);
    put_names(concretize, '-', out);
    return CLI_EXIT_OK;
}

static void ignore_test(void *context, const explore_test *t)
{
    (void)context, (void)t;
}

static int check_seed(const char *path)
{
    struct stat info;
    if (stat(path, &info)) {
        cli_complain("explore", "--seeds %s: %s", path, strerror(errno));
        return CLI_EXIT_FILE;
    }
    if (S_ISREG(info.st_mode) && !info.st_size) {
        cli_complain("explore", "--seeds %s: the file is empty: there is no test in it", path);
        return CLI_EXIT_INPUT;
    }
    if (!output_each_test(path, ignore_test, NULL)) {
        cli_complain("explore",
                     "--seeds %s: there are no tests in it; it has to be a folder of "
                     "tests, of .ktest files, or of files for standard input",
                     path);
        return CLI_EXIT_INPUT;
    }
    return CLI_EXIT_OK;
}

static int check_dictionary(const char *path)
{
    dictionary d;
    dictionary_init(&d);
    int wrong = dictionary_add_file(&d, path);
    dictionary_free(&d);
    if (wrong < 0)
        cli_complain("explore", "--dict %s: %s", path, strerror(errno));
    else if (wrong)
        cli_complain("explore",
                     "%s:%d: not a word of a dictionary; lines are NAME=\"WORD\" or \"WORD\"", path,
                     wrong);
    return wrong < 0 ? CLI_EXIT_FILE : wrong ? CLI_EXIT_INPUT : CLI_EXIT_OK;
}

int explore_setup_inputs(const option_operands *seeds, const option_operands *dictionaries,
                         const char *sync)
{
    struct stat info;
    for (size_t i = 0; i < dictionaries->n; i++) {
        int code = check_dictionary(dictionaries->at[i]);
        if (code)
            return code;
    }
    for (size_t i = 0; i < seeds->n; i++) {
        int code = check_seed(seeds->at[i]);
        if (code)
            return code;
    }
    if (sync && stat(sync, &info)) {
        cli_complain("explore",
                     "--sync %s: there is no such folder; start afl-fuzz -o %s first, or "
                     "make it",
                     sync, sync);
        return CLI_EXIT_FILE;
    }
    if (sync && !S_ISDIR(info.st_mode)) {
        cli_complain("explore", "--sync %s: not a folder; it is the one that afl-fuzz -o has",
                     sync);
        return CLI_EXIT_FILE;
    }
    return CLI_EXIT_OK;
}

bool explore_setup_jail(const char *wanted, jail_kind *kind)
{
    strbuf why = STRBUF_INIT;
    bool good = jail_choose(jail_kind_of(wanted), kind, &why);
    if (!good)
        cli_complain("explore",
                     "no jail to run the program in: %s. Nothing was run; --jail off goes without, "
                     "and the program may then do what you may",
                     why.text);
    else if (*kind == JAIL_OFF)
        cli_complain("explore", "--jail off: nothing keeps the program from changing your files, "
                                "using the network and ending your processes");
    strbuf_free(&why);
    return good;
}

int explore_setup_lock(const char *folder, strbuf *path)
{
    char *error = NULL;
    strbuf holder = STRBUF_INIT;
    int lock = -1;
    strbuf_printf(path, "%s/.lock", folder);
    if (!folder_make(folder, &error))
        cli_complain("explore", "%s", error);
    else if ((lock = lock_take(path->text, &holder)) < 0 && errno == EWOULDBLOCK)
        cli_complain("explore", "%s: another run writes there (%s); name another folder by -o",
                     folder, holder.n ? holder.text : "unknown");
    else if (lock < 0)
        cli_complain("explore", "%s: %s", path->text, strerror(errno));
    free(error);
    strbuf_free(&holder);
    return lock;
}
