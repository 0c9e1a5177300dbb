/* Reads one file with the SMT-LIB reader and prints what it found: the subject of bench/reader.py.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "smtlib/read/reader.h"

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: read_bench FILE.smt2\n");
        return 2;
    }
    double start = clock_wall();
    term_bank *bank = bank_new(false);
    symtab *table = symtab_new(bank);
    smt_reader *r = smt_reader_open(table, argv[1]);
    if (!r) {
        perror(argv[1]);
        return 1;
    }
    smt_command command = {0};
    size_t commands = 0, errors = 0;
    smt_status status;
    while ((status = smt_reader_next(r, &command)) != SMT_END) {
        commands++;
        if (status == SMT_ERROR && errors++ < 10)
            fprintf(stderr, "%s\n", smt_reader_error(r));
    }
    printf(
        "commands %zu\nerrors %zu\nterms %u\nterm_bytes %zu\nbytes_per_term %.1f\nseconds %.4f\n",
        commands, errors, bank_term_count(bank), bank_term_bytes(bank),
        (double)bank_term_bytes(bank) / bank_term_count(bank), clock_wall() - start);
    smt_command_free(&command);
    smt_reader_free(r);
    symtab_free(table);
    bank_free(bank);
    return errors != 0;
}
