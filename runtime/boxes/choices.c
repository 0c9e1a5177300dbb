#include "runtime/boxes/choices.h"

#include "runtime/boxes/signature.h"
#include "runtime/core/modules.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_CHOICES = 1024 };
static struct choice {
    const char *name, *file; /* file NULL: everywhere */
    uint32_t line;
    bool box;
} choices[MAX_CHOICES];
static uint32_t n_choices;
static bool some, all; /* a choice of boxes was made; everything is one */

static void add_choice(char *text, bool box)
{
    if (n_choices == MAX_CHOICES)
        return;
    struct choice *k = &choices[n_choices++];
    char *at = strchr(text, '@'), *colon = at ? strrchr(at, ':') : NULL;
    *k = (struct choice){.name = text, .file = at ? at + 1 : NULL, .box = box};
    if (at)
        *at = 0;
    if (colon) {
        *colon = 0;
        k->line = (uint32_t)strtoul(colon + 1, NULL, 10);
    }
}

static void read_line(char *line, uint32_t number,
                      void (*add)(const char *name, const char *signature))
{
    size_t name = strcspn(line, " \t");
    char *rest = line + name + strspn(line + name, " \t");
    tandem_signature s;
    const char *bad;
    if (!*line || *line == '#')
        return;
    line[name] = 0;
    if (strcmp(line, "+*") == 0) {
        all = true;
    } else if (*line == '+' || *line == '-') {
        some |= *line == '+';
        add_choice(line + 1, *line == '+');
    } else if (tandem_signature_read(rest, &s, &bad)) {
        add(line, rest);
    } else {
        dprintf(2, "tandem: line %u of the signatures: cannot read '%s'\n", number, bad);
    }
}

void tandem_choices_read(const char *path, void (*add)(const char *name, const char *signature))
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        dprintf(2, "tandem: cannot read the signatures in %s\n", path);
        return;
    }
    char *text = tandem_alloc((size_t)st.st_size + 1);
    ssize_t n = text ? read(fd, text, (size_t)st.st_size) : -1;
    close(fd);
    uint32_t number = 0;
    for (char *line = n > 0 ? text : NULL, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        read_line(line, ++number, add);
    }
}

static bool applies(const struct choice *k, const tandem_call *c)
{
    if (strcmp(k->name, c->name) != 0)
        return false;
    if (!k->file)
        return true;
    const tandem_site *s = tandem_site_at(c->site);
    size_t n = strlen(k->file), m = s && s->file ? strlen(s->file) : 0;
    return m >= n && strcmp(s->file + m - n, k->file) == 0 &&
           (m == n || s->file[m - n - 1] == '/') && (!k->line || k->line == s->line);
}

bool tandem_chosen(const tandem_call *c)
{
    bool answer = !some || all;
    for (uint32_t i = 0; i < n_choices; i++)
        if (applies(&choices[i], c))
            answer = choices[i].box;
    return answer;
}

bool tandem_chosen_by_name(const tandem_call *c)
{
    return some && tandem_chosen(c);
}

bool tandem_choices_all(void)
{
    return all;
}
