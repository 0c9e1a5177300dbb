#include "cli/solve/solve_replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/watch.h"

static void answer(void *user, tandem_answer said)
{
    (void)user;
    text_print(stdout, "%s\n",
               said == TANDEM_SAT     ? "sat"
               : said == TANDEM_UNSAT ? "unsat"
                                      : "unknown");
    fflush(stdout);
}

static void remark(void *path, size_t line, const char *text)
{
    text_print(stderr, "; %s:%zu: %s\n", (const char *)path, line, text);
}

static int ended(void)
{
    return watch_signal() == SIGINT ? CLI_EXIT_INTERRUPT : CLI_EXIT_TERMINATED;
}

int solve_replay(const char *path, int descriptor, const api_replay_config *config, bool quiet)
{
    strbuf text = STRBUF_INIT;
    bool read = io_read_rest(descriptor, &text);
    if (descriptor > STDIN_FILENO)
        close(descriptor);
    if (!read) {
        cli_complain("solve", "cannot read %s: %s", path, strerror(errno));
        strbuf_free(&text);
        return CLI_EXIT_FILE;
    }
    api_replay_config with_reports = *config;
    with_reports.on_answer = answer;
    with_reports.on_remark = remark;
    with_reports.user = (void *)path;
    api_replay_report report = {0};
    char *error = NULL;
    bool good = api_replay(text.text, &with_reports, &report, &error);
    watch_stop();
    strbuf_free(&text);
    if (!quiet)
        fprintf(stderr,
                "; %" PRIu64 " calls, %" PRIu64 " with another result, %" PRIu64 " left out\n",
                report.calls, report.different, report.left_out);
    if (!good)
        cli_complain("solve", "%s: %s", path, error);
    free(error);
    return watch_signal()     ? ended()
           : !good            ? CLI_EXIT_INPUT
           : report.different ? CLI_EXIT_FOUND
                              : CLI_EXIT_OK;
}
