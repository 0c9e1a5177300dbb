#include "fuzz/targets.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/folder.h"
#include "smtlib/read/symtab.h"

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = base_alloc(size + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = data[i] ? (char)data[i] : ' ';
    text[size] = '\0';
    return text;
}

static term_bank *bank;
static bank_marks bank_start;

static void free_bank(void)
{
    bank_free(bank);
}

term_bank *fuzz_bank(void)
{
    if (!bank) {
        bank = bank_new(false);
        symtab_free(symtab_new(bank)); /* the names of operators stay */
        bank_start = bank_mark(bank);
        atexit(free_bank);
    }
    bank_release(bank, &bank_start);
    return bank;
}

static char *folder;

static void remove_folder(void)
{
    folder_remove(folder);
    free(folder);
}

const char *fuzz_folder(void)
{
    if (!folder) {
        char name[] = "/dev/shm/tandem-fuzz-XXXXXX";
        folder = mkdtemp(name) ? base_strdup(name) : folder_temporary();
        MUST(folder);
        atexit(remove_folder);
    }
    return folder;
}
