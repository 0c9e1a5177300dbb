#include "solver/runner.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "solver/await.h"

enum { OUTPUT_LIMIT = 8 << 20 };

static const char *const verdict_names[] = {
#define RUNNER_VERDICT(id, name) name,
    RUNNER_VERDICTS(RUNNER_VERDICT)
#undef RUNNER_VERDICT
};

const char *runner_verdict_name(runner_verdict v)
{
    return verdict_names[v];
}

bool runner_verdict_read(const char *name, runner_verdict *v)
{
    for (int i = 0; i < RUNNER_VERDICT_COUNT; i++)
        if (!strcmp(verdict_names[i], name)) {
            *v = (runner_verdict)i;
            return true;
        }
    return false;
}

void runner_run(const runner_job *job, runner_result *result)
{
    *result = (runner_result){0};
    char **argv = solver_command_argv(job->command, job->file), *error = NULL;
    process_config config = {.argv = argv,
                             .memory_bytes = job->limits.memory_bytes,
                             .cpu_seconds = job->limits.cpu_seconds,
                             .output_bytes = OUTPUT_LIMIT,
                             .interrupt = job->interrupt};
    double start = clock_wall();
    process *p = process_start(&config, &error);
    if (!p) {
        verdict_failed(result, error);
        free(error);
        solver_command_argv_free(argv);
        return;
    }
    process_close_input(p);
    await_job wait = {
        .limits = &job->limits,
        .deadline = job->limits.wall_seconds > 0 ? start + job->limits.wall_seconds : 0,
    };
    run_end end = await_reply(p, &wait, &result->cpu);
    process_kill(p);
    result->wall = clock_wall() - start;
    result->cpu = process_cpu(p) > result->cpu ? process_cpu(p) : result->cpu;
    result->memory = process_peak_memory(p);
    result->status = process_status(p);
    result->signal = end == END_EXIT ? process_signal(p) : 0;
    verdict_decide(result, end, &job->limits, job->checks, process_output(p)->text,
                   process_errors(p)->text);
    if (job->want_output) {
        result->output = strbuf_detach(process_output(p));
        result->errors = strbuf_detach(process_errors(p));
    }
    process_free(p);
    solver_command_argv_free(argv);
}

void runner_result_free(runner_result *result)
{
    vec_free(&result->answers);
    free(result->output);
    free(result->errors);
    free(result->stack);
    free(result->excerpt);
    *result = (runner_result){0};
}
