#include "cli/box_may.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

static bool is_folder(const char *path)
{
    struct stat info;
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

static bool read_word(const char *command, const char *word, box_may *may)
{
    const char *folder = strchr(word, '=');
    if (!strcmp(word, "fork")) {
        may->grants.fork = true;
    } else if (!strcmp(word, "net")) {
        may->grants.net = true;
    } else if (folder && (!strncmp(word, "write=", 6) || !strncmp(word, "read=", 5))) {
        if (!is_folder(++folder)) {
            cli_complain(command, "--box-may %s: there is no folder '%s'", word, folder);
            return false;
        }
        vec_push(*word == 'w' ? &may->write : &may->read, folder);
    } else {
        cli_complain(command, "--box-may takes write=DIR, read=DIR, fork and net, not '%s'", word);
        return false;
    }
    return true;
}

bool box_may_read(const char *command, const option_operands *options, box_may *may)
{
    bool good = true;
    *may = (box_may){0};
    for (size_t i = 0; i < options->n && good; i++)
        for (const char *at = options->at[i]; at && good;) {
            const char *comma = strchr(at, ',');
            vec_push(&may->words, comma ? base_strndup(at, (size_t)(comma - at)) : base_strdup(at));
            good = read_word(command, vec_last(&may->words), may);
            at = comma ? comma + 1 : NULL;
        }
    may->grants.write = may->write.at;
    may->grants.n_write = (uint32_t)may->write.n;
    may->grants.read = may->read.at;
    may->grants.n_read = (uint32_t)may->read.n;
    return good;
}

void box_may_report(json_writer *j, bool confined)
{
    json_key(j, "sandbox");
    json_object(j);
    json_key(j, "seccomp");
    json_bool(j, confined);
    json_key(j, "landlock");
    json_uint(j, confined ? (uint64_t)sandbox_landlock() : 0);
    json_end(j);
}

void box_may_free(box_may *may)
{
    for (size_t i = 0; i < may->words.n; i++)
        free(may->words.at[i]);
    vec_free(&may->words);
    vec_free(&may->write);
    vec_free(&may->read);
}
