/* Every file of the shared corpora is read without an error. */
#include "test.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "smtlib/read/reader.h"

static VEC(char *) paths;

static int add_path(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)where;
    size_t n = strlen(path);
    if (type == FTW_F && n > 5 && !strcmp(path + n - 5, ".smt2"))
        vec_push(&paths, base_strdup(path));
    return 0;
}

/* The closed-box dialects are read elsewhere. */
static bool has_boxes(const char *path)
{
    FILE *file = fopen(path, "r");
    CHECK(file);
    char line[4096];
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
        found = strstr(line, "(declare-cb") || strstr(line, "(declare-oracle-fun");
    fclose(file);
    return found;
}

/* The first error of a file, or NULL; the caller frees it. */
static char *read_file(const char *path)
{
    term_bank *bank = bank_new(false);
    symtab *table = symtab_new(bank);
    smt_reader *r = smt_reader_open(table, path);
    CHECK_MSG(r, "cannot open %s", path);
    smt_command c = {0};
    smt_status status;
    char *error = NULL;
    while ((status = smt_reader_next(r, &c)) != SMT_END) {
        if (status == SMT_ERROR && !error)
            error = base_strdup(smt_reader_error(r));
    }
    smt_command_free(&c);
    smt_reader_free(r);
    symtab_free(table);
    bank_free(bank);
    return error;
}

static void read_folder(const char *name, size_t least)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/%s", test_corpora(), name);
    for (size_t i = 0; i < paths.n; i++)
        free(paths.at[i]);
    vec_clear(&paths);
    nftw(folder, add_path, 16, FTW_PHYS);
    CHECK_MSG(paths.n >= least, "only %zu files in %s", paths.n, folder);
    for (size_t i = 0; i < paths.n; i++) {
        if (has_boxes(paths.at[i]))
            continue;
        char *error = read_file(paths.at[i]);
        CHECK_MSG(!error, "%s", error);
    }
    for (size_t i = 0; i < paths.n; i++)
        free(paths.at[i]);
    vec_free(&paths);
}

TEST(fusion_seeds)
{
    read_folder("fusion-seeds", 1000);
}

TEST(jfs)
{
    read_folder("jfs", 300);
}

TEST(extra)
{
    read_folder("extra", 5);
}

TEST(known_bugs)
{
    read_folder("known-bugs", 20);
}
