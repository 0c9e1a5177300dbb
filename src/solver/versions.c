#include "solver/versions.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/io.h"
#include "solver/solver_command.h"

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

int version_compare(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            size_t n = digits(a), m = digits(b);
            int order = n != m ? (n > m) - (n < m) : memcmp(a, b, n);
            if (order)
                return order;
            a += n;
            b += m;
        } else if (*a != *b) {
            return (unsigned char)*a - (unsigned char)*b;
        } else {
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

static int compare_entries(const struct dirent **a, const struct dirent **b)
{
    return version_compare((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_build(const char *path)
{
    return text_ends(path, ".solver") || io_is_program(path);
}

static bool is_folder(const char *path)
{
    struct stat s;
    return !stat(path, &s) && S_ISDIR(s.st_mode);
}

/* A path as the first word of a command. A solver file is known by how the command begins, so it is
 * not put in quotes. */
static void add_command(const char *path, text_list *commands)
{
    strbuf text = STRBUF_INIT;
    if (strpbrk(path, " \t'\"\\") && !text_ends(path, ".solver"))
        solver_command_quote(&text, path);
    else
        strbuf_puts(&text, path);
    vec_push(commands, strbuf_detach(&text));
}

/* The first build directly in the folder. */
static bool add_first(const char *folder, text_list *commands)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_visible, compare_entries);
    bool found = false;
    for (int i = 0; i < n; i++) {
        strbuf path = STRBUF_INIT;
        strbuf_printf(&path, "%s/%s", folder, entries[i]->d_name);
        if (!found && is_build(path.text)) {
            add_command(path.text, commands);
            found = true;
        }
        strbuf_free(&path);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return found;
}

static void add_entry(const char *path, text_list *commands)
{
    if (!is_folder(path)) {
        if (is_build(path))
            add_command(path, commands);
        return;
    }
    strbuf bin = STRBUF_INIT;
    strbuf_printf(&bin, "%s/bin", path);
    if (!add_first(path, commands))
        add_first(bin.text, commands);
    strbuf_free(&bin);
}

bool versions_list(const char *folder, text_list *commands, char **error)
{
    struct dirent **entries;
    strbuf message = STRBUF_INIT;
    int n = scandir(folder, &entries, is_visible, compare_entries);
    if (n < 0) {
        strbuf_printf(&message, "%s: cannot be read: %s", folder, strerror(errno));
        *error = strbuf_detach(&message);
        return false;
    }
    for (int i = 0; i < n; i++) {
        strbuf path = STRBUF_INIT;
        strbuf_printf(&path, "%s/%s", folder, entries[i]->d_name);
        add_entry(path.text, commands);
        strbuf_free(&path);
        free(entries[i]);
    }
    free(entries);
    if (commands->n)
        return true;
    strbuf_printf(&message, "%s: there is no program and no solver file in it", folder);
    *error = strbuf_detach(&message);
    return false;
}
