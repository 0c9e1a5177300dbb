#include "cli/doctor/doctor_jobs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "process/process.h"

#define JOB_SECONDS 30.0 /* on a busy machine; a second is usual */

enum { MOST_WORDS = 16, PATH_SIZE = 4096 };

typedef struct trial {
    const char *job, *shows; /* what it would show */
    const char *file, *text; /* what it is given */
    const char *words;       /* of the command line; @ is the scratch folder */
    const char *says;        /* what has to be in its output */
} trial;

static const trial trials[] = {
    {"solve", "a closed box was solved", "box.smt2",
     "(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))\n(declare-const x (_ BitVec 32))\n"
     "(assert (and (= (toupper x) #x00000041) (distinct x #x00000041)))\n(check-sat)\n",
     "solve -q @/box.smt2", "sat\n"},
    {"explore", "a crash was found", "target.c",
     "#include <stdlib.h>\nint main(int c, char **v) { if (c > 1 && v[1][0] == 'x') abort(); "
     "return 0; }\n",
     "explore -q --no-asan --sym-args 1 1 2 --for 2s -o @/out @/target.c", "findings, in"},
    {"prove", "an invariant was found", "loop.c",
     "int main(void) { int i = 0, s = 0; while (i < 9) { s += 2; i++; } assert(s == 2 * i); }\n",
     "prove @/loop.c", "proved"},
    {"fuse", "a formula was fused", "sat.smt2",
     "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (> x y))(check-sat)\n",
     "fuse -s z3 --count 1 -t 10 -o @/fuse @/sat.smt2", "1 formulas"},
    {"race", "an input was measured", NULL, NULL,
     "race --theory BV -T z3 -R z3 --steps 1 -t 1 -o @/race", "measurements"},
};

/* The words with the folder put in; the last one is NULL. */
static void split(const char *words, const char *folder, char *self, char *argv[MOST_WORDS])
{
    size_t n = 0;
    argv[n++] = self;
    while (*words && n + 1 < MOST_WORDS) {
        strbuf word = STRBUF_INIT;
        for (; *words && *words != ' '; words++)
            if (*words == '@')
                strbuf_puts(&word, folder);
            else
                strbuf_putc(&word, *words);
        words += *words == ' ';
        argv[n++] = strbuf_detach(&word);
    }
    argv[n] = NULL;
}

/* Its last line, or why there is none. */
static void put_trouble(process *p, process_event event, strbuf *detail)
{
    if (event != PROCESS_EXIT) {
        strbuf_printf(detail, "did not end in %.0f s", JOB_SECONDS);
        return;
    }
    const strbuf *said = process_errors(p)->n ? process_errors(p) : process_output(p);
    size_t end = said->n;
    while (end && said->text[end - 1] == '\n')
        end--;
    size_t begin = end;
    while (begin && said->text[begin - 1] != '\n')
        begin--;
    strbuf_printf(detail, "exit code %d: %.*s", process_status(p), (int)(end - begin),
                  said->text + begin);
}

static void try_job(const trial *t, const char *folder, char *self, doctor_facts *facts)
{
    char *argv[MOST_WORDS], *error = NULL;
    strbuf path = STRBUF_INIT, detail = STRBUF_INIT;
    double began = clock_wall();
    strbuf_printf(&path, "%s/%s", folder, t->file ? t->file : "");
    if (t->file)
        folder_write(path.text, t->text, strlen(t->text));
    split(t->words, folder, self, argv);
    process_config config = {.argv = argv};
    process *p = process_start(&config, &error);
    bool good = false;
    if (p) {
        process_event event;
        process_close_input(p);
        do
            event = process_wait(p, began + JOB_SECONDS);
        while (event == PROCESS_OUTPUT);
        good = event == PROCESS_EXIT && strstr(process_output(p)->text, t->says);
        if (!good)
            put_trouble(p, event, &detail);
        else
            strbuf_printf(&detail, "%s in %.1f s", t->shows, clock_wall() - began);
    } else {
        strbuf_puts(&detail, error);
    }
    process_free(p);
    for (size_t i = 1; argv[i]; i++)
        free(argv[i]);
    doctor_fact fact = {t->job, good, false, strbuf_detach(&detail)};
    vec_push(facts, fact);
    strbuf_free(&path);
    free(error);
}

void doctor_try_jobs(doctor_facts *facts)
{
    char self[PATH_SIZE];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    char *folder = folder_temporary();
    if (n > 0 && folder) {
        self[n] = '\0';
        for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
            try_job(&trials[i], folder, self, facts);
    } else {
        doctor_fact fact = {"jobs", false, false, base_strdup(strerror(errno))};
        vec_push(facts, fact);
    }
    if (folder)
        folder_remove(folder);
    free(folder);
}
