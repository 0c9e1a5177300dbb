/* Opening a race: a new folder with the arguments kept in it, or the arguments of one that is resumed. */
#include <stdlib.h>

#include "base/folder.h"
#include "cli/cli.h"
#include "cli/limits.h"
#include "cli/race/race_job.h"
#include "cli/run_note.h"

static int open_store(race_job *j)
{
    char *error = NULL;
    strbuf path = STRBUF_INIT;
    bool good = true;
    static const char *const parts[] = {"inputs", "findings"};
    for (size_t i = 0; good && !j->begun && i < sizeof parts / sizeof *parts; i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", j->folder, parts[i]);
        good = folder_make(path.text, &error);
    }
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/race.db", j->folder);
    if (good)
        good = (j->store = store_open(path.text, !j->begun, &error));
    if (good && !j->begun && kept_arguments_begun(j->store)) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "%s has a race already: --resume %s, --replay %s, or another -o",
                      j->folder, j->folder, j->folder);
        error = strbuf_detach(&message);
        good = false;
    }
    strbuf_free(&path);
    return good ? CLI_EXIT_OK : race_fail(CLI_EXIT_FILE, error);
}

/* Begins a race, or puts the arguments with which it was begun before those given now. */
int race_open(race_job *j, int argc, char **argv)
{
    const char *begun = j->o.resume ? j->o.resume : j->o.replay;
    bool replay = j->o.replay != NULL;
    j->begun = begun != NULL;
    j->folder = begun ? begun : j->o.output;
    int code = open_store(j);
    char *error = NULL;
    if (code)
        return code;
    if (!j->begun) {
        cli_run_note(j->folder, "race", argc, argv);
        race_arguments used = {0};
        race_without(argc, argv, &j->dropped, &used);
        bool kept =
            kept_arguments_keep(j->store, "race", (int)used.n, used.at, &j->operands, &error);
        vec_free(&used);
        return kept ? CLI_EXIT_OK : race_fail(CLI_EXIT_FILE, error);
    }
    bool ours;
    if (!kept_arguments_load(j->store, "race", argc, argv, &j->kept, &ours, &error))
        return race_fail(CLI_EXIT_FILE, error);
    if (!ours && !j->o.trust && !replay)
        return race_fail(CLI_EXIT_REFUSED, kept_arguments_refusal(&j->kept, argc, j->folder));
    vec_free(&j->o.target);
    vec_free(&j->o.reference);
    vec_free(&j->operands);
    size_t more_limits = j->o.limit.n;
    vec_free(&j->o.limit);
    if (cli_parse(&race_page, (int)j->kept.n - 1, j->kept.at, &j->o, &j->operands, &code))
        cli_kept_limits("race", &j->limit_set, &j->o.limit, j->o.limit.n - more_limits, j->o.quiet,
                        &code);
    j->journal.replay = replay;
    return code;
}
