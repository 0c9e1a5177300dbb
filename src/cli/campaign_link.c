#include "cli/campaign_link.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/folder.h"
#include "cli/cli.h"

/* Numbers of files: seeds come behind the others. */
enum { FILE_MODELS = 1, FILE_FUNCTIONS = 2, FILE_SEEDS = 10 };

void campaign_link_identify(strbuf *who)
{
    char host[65] = "host";
    uint32_t random = 0;
    gethostname(host, sizeof host - 1);
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        random = 0;
    strbuf_printf(who, "%s-%ld-%08x", host, (long)getpid(), random);
}

static bool fail(campaign_link *l, char **error)
{
    *error = base_strdup(cluster_error(l->cluster));
    return false;
}

/* The last part of a path. */
static char *name_of(const char *folder)
{
    size_t end = strlen(folder), start;
    while (end > 1 && folder[end - 1] == '/')
        end--;
    for (start = end; start > 0 && folder[start - 1] != '/'; start--)
        ;
    return base_strndup(folder + start, end - start);
}

static bool find_campaign(campaign_link *l, char **error)
{
    cluster_campaigns all = {0};
    bool good = cluster_list(l->cluster, l->name, &all) || fail(l, error);
    strbuf text = STRBUF_INIT;
    if (good && !all.n)
        strbuf_printf(&text, "there is no campaign '%s' there: which FILE or FOLDER has the seeds?",
                      l->name);
    else if (good && strcmp(all.at[0].version, TANDEM_VERSION) != 0)
        strbuf_printf(&text, "the campaign '%s' is one of Tandem %s, this is " TANDEM_VERSION,
                      l->name, all.at[0].version);
    if (text.n) {
        *error = strbuf_detach(&text);
        good = false;
    }
    strbuf_free(&text);
    cluster_campaigns_free(&all);
    return good;
}

bool campaign_link_open(campaign_link *l, const char *url, const char *name, const char *folder,
                        link_manner manner, char **error)
{
    *l = (campaign_link){.who = STRBUF_INIT, .functions = STRBUF_INIT};
    l->name = name ? base_strdup(name) : name_of(folder);
    campaign_link_identify(&l->who);
    l->cluster = cluster_open(url, manner != LINK_JOIN, error);
    if (!l->cluster || (manner == LINK_JOIN && !find_campaign(l, error)))
        return false;
    bool made;
    if (!cluster_begin(l->cluster, l->name, TANDEM_VERSION, &l->id, &made))
        return fail(l, error);
    if (!made && manner == LINK_EITHER)
        return find_campaign(l, error);
    if (!made && manner == LINK_NEW) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(
            &text,
            "there is a campaign '%s' already: go on with it by leaving out the seeds, or choose "
            "another --name",
            l->name);
        *error = strbuf_detach(&text);
        return false;
    }
    return true;
}

void campaign_link_close(campaign_link *l)
{
    cluster_close(l->cluster);
    text_list_free(&l->names);
    strbuf_free(&l->who);
    strbuf_free(&l->functions);
    free(l->name);
    *l = (campaign_link){.who = STRBUF_INIT, .functions = STRBUF_INIT};
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool upload(campaign_link *l, uint64_t number, const char *path, const char *name,
                   const char *expected, char **error)
{
    strbuf text = STRBUF_INIT;
    bool good = file_read(path, &text);
    if (!good) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "cannot read %s", path);
        *error = strbuf_detach(&message);
    }
    good =
        good && (cluster_add_file(l->cluster, l->id, number, name, expected, text.text, text.n) ||
                 fail(l, error));
    strbuf_free(&text);
    return good;
}

static void put_expected(const suite_file *file, strbuf *out)
{
    if (file->exactly)
        strbuf_putc(out, '=');
    for (size_t i = 0; i < file->expected.n; i++)
        strbuf_printf(out, "%s%s", i ? " " : "", answer_name(file->expected.at[i]));
}

static void read_expected(const char *text, suite_file *file)
{
    file->exactly = *text == '=';
    text += file->exactly;
    while (*text) {
        size_t n = strcspn(text, " ");
        answer a;
        vec_push(&file->expected, answer_read(text, n, &a) ? a : ANSWER_NONE);
        text += n + (text[n] == ' ');
    }
}

bool campaign_link_upload(campaign_link *l, const suite *files, const char *cache,
                          const char *functions, char **error)
{
    bool good =
        !cache || access(cache, F_OK) || upload(l, FILE_MODELS, cache, "models.cache", "", error);
    if (good && functions)
        good = upload(l, FILE_FUNCTIONS, functions, functions, "", error);
    strbuf expected = STRBUF_INIT;
    for (size_t i = 0; good && i < files->n; i++) {
        strbuf_clear(&expected);
        put_expected(&files->at[i], &expected);
        good =
            upload(l, FILE_SEEDS + i, files->at[i].path, files->at[i].path, expected.text, error);
    }
    strbuf_free(&expected);
    return good;
}

typedef struct downloading {
    campaign_link *link;
    const char *folder;
    suite *files;
} downloading;

/* Names of the server are data: files here are named by numbers. */
static bool take_file(void *context, uint64_t number, const char *name, const char *expected,
                      const void *bytes, size_t n)
{
    downloading *d = context;
    strbuf path = STRBUF_INIT;
    if (number == FILE_MODELS)
        strbuf_printf(&path, "%s/models.cache", d->folder);
    else
        strbuf_printf(&path, "%s/%08llu.smt2", d->folder, (unsigned long long)number);
    bool good = folder_write(path.text, bytes, n);
    if (good && number == FILE_FUNCTIONS) {
        strbuf_clear(&d->link->functions);
        strbuf_puts(&d->link->functions, path.text);
    } else if (good && number >= FILE_SEEDS) {
        suite_file file = {.path = base_strdup(path.text)};
        read_expected(expected, &file);
        vec_push(d->files, file);
        vec_push(&d->link->names, base_strdup(name));
    }
    strbuf_free(&path);
    return good;
}

bool campaign_link_download(campaign_link *l, const char *folder, suite *files, char **error)
{
    downloading d = {l, folder, files};
    return cluster_files(l->cluster, l->id, take_file, &d) || fail(l, error);
}

const char *campaign_link_home(const campaign_link *l, const char *path)
{
    const char *name = strrchr(path, '/');
    unsigned long long number = strtoull(name ? name + 1 : path, NULL, 10);
    return number >= FILE_SEEDS && number - FILE_SEEDS < l->names.n
               ? l->names.at[number - FILE_SEEDS]
               : NULL;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

void campaign_kept_solvers(store *s, text_list *commands)
{
    char *lines = store_get(s, CAMPAIGN_SOLVERS_FACT);
    for (const char *line = lines ? lines : ""; *line;) {
        size_t n = strcspn(line, "\n");
        vec_push(commands, base_strndup(line, n));
        line += n + (line[n] != '\0');
    }
    free(lines);
}

int agent_may_run(const agent_role *role, const char *command)
{
    for (size_t i = 0; i < role->solvers->n; i++)
        if (!strcmp(role->solvers->at[i], command))
            return CLI_EXIT_OK;
    if (role->trust)
        return CLI_EXIT_OK;
    cli_complain("agent",
                 "the campaign '%s' wants to run '%s', which no --solver of this agent names",
                 role->link->name, command);
    return CLI_EXIT_REFUSED;
}
