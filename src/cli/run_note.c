#include "cli/run_note.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/json.h"
#include "report/run.h"
#include "solver/solver_command.h"

static void member(json_writer *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

void cli_run_note(const char *folder, const char *command, int argc, char *const *argv)
{
    strbuf words = STRBUF_INIT, machine = STRBUF_INIT, json = STRBUF_INIT, path = STRBUF_INIT;
    char date[64];
    time_t now = time(NULL);
    struct tm parts;
    if (!folder) /* a campaign on a server */
        return;
    strbuf_printf(&words, "tandem %s", command);
    for (int i = 0; i < argc; i++) {
        strbuf_putc(&words, ' ');
        if (*argv[i] && !strpbrk(argv[i], " \t\n'\"\\$`|&;<>()*?[]{}!#~"))
            strbuf_puts(&words, argv[i]);
        else
            solver_command_quote(&words, argv[i]);
    }
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &parts));
    json_writer j;
    json_init(&j, &json);
    j.pretty = true;
    json_object(&j);
    member(&j, "command", words.text);
    member(&j, "tandem", TANDEM_VERSION);
    member(&j, "begun", date);
    report_machine(&machine);
    for (char *at = machine.text, *line; *at && (line = strsep(&at, "\n")) && at;) {
        char *name = strsep(&line, "\t");
        member(&j, name, line ? line : "");
    }
    json_end(&j);
    strbuf_putc(&json, '\n');
    strbuf_printf(&path, "%s/run.json", folder);
    folder_write(path.text, json.text, json.n);
    strbuf_free(&words);
    strbuf_free(&machine);
    strbuf_free(&json);
    strbuf_free(&path);
}
