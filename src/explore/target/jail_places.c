#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"
#include "runtime/abi.h"

const char *const jail_place_names[] = {TANDEM_PLACE_NAMES};
_Static_assert(sizeof jail_place_names / sizeof *jail_place_names == JAIL_PLACES &&
                   (int)JAIL_PLACES <= (int)TANDEM_PLACES,
               "one for each bit");

enum { PATH_BYTES = 4096 };
static const char SIZE[] = "size=64m,nr_inodes=8k,mode=1777";

/* The folders above it. */
static bool make_way(const char *path)
{
    char part[PATH_BYTES];
    size_t n = strlen(path);
    if (n >= sizeof part)
        return false;
    memcpy(part, path, n + 1);
    for (char *slash = part; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(part, 0755) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

/* ---- What is shown --------------------------------------------------------------------------- */

/* Opened before anything is mounted over it. */
typedef struct picked {
    int file;
    const char *path;
    size_t place;
    bool is_folder;
} picked;
typedef VEC(picked) picked_list;

static size_t place_of(const char *path)
{
    for (size_t i = 0; i < JAIL_PLACES; i++) {
        size_t n = strlen(jail_place_names[i]);
        if (!strncmp(path, jail_place_names[i], n) && path[n] == '/')
            return i;
    }
    return JAIL_PLACES;
}

/* What is no file and no folder is shown with all that lies beside it. */
static void pick(const text_list *shown, unsigned *places, picked_list *out)
{
    for (size_t i = 0; shown && i < shown->n; i++) {
        picked p = {.path = shown->at[i], .place = place_of(shown->at[i])};
        struct stat info;
        p.file = open(p.path, O_PATH | O_CLOEXEC);
        if (p.file < 0)
            continue;
        p.is_folder = !fstat(p.file, &info) && S_ISDIR(info.st_mode);
        if (!p.is_folder && !S_ISREG(info.st_mode))
            *places &= ~(1u << p.place);
        vec_push(out, p);
    }
}

/* Pipes in a folder lead to whoever has them open, also where it is read-only, and Landlock lets write whatever is below the
 * place. Through an overlay they are others, of the jail's own. It needs two layers: the second one is empty. */
static bool put_folder(const picked *p)
{
    char layers[80];
    if (mkdir(p->path, 0755) && errno != EEXIST)
        return false;
    int empty = open(p->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    snprintf(layers, sizeof layers, "lowerdir=/proc/self/fd/%d:/proc/self/fd/%d", p->file, empty);
    bool good = empty >= 0 &&
                !mount("tandem", p->path, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, layers);
    if (empty >= 0)
        close(empty);
    return good;
}

static bool put_file(const picked *p)
{
    int to = open(p->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    int from =
        to < 0 ? -1 : open_tree(p->file, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH);
    bool good = from >= 0 && !move_mount(from, "", AT_FDCWD, p->path, MOVE_MOUNT_F_EMPTY_PATH);
    if (to >= 0)
        close(to);
    if (from >= 0)
        close(from);
    return good;
}

static void drop(picked_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        close(list->at[i].file);
    vec_free(list);
}

/* ---- The places ------------------------------------------------------------------------------ */

/* False: it stays as it is. There is no such folder, or what is wanted there cannot be shown. */
static bool make_place(size_t i, const picked_list *shown)
{
    if (mount("tandem", jail_place_names[i], "tmpfs", MS_NOSUID | MS_NODEV, SIZE))
        return false;
    bool good = true;
    for (size_t k = 0; k < shown->n && good; k++)
        if (shown->at[k].place == i)
            good = shown->at[k].is_folder ? put_folder(&shown->at[k]) : put_file(&shown->at[k]);
    if (!good)
        umount2(jail_place_names[i], MNT_DETACH);
    return good;
}

/* The working folder, at its path again where something was mounted over it. */
static bool show_again(const char *folder)
{
    struct stat now, before;
    if (stat(".", &before))
        return false;
    if (!stat(folder, &now) && now.st_ino == before.st_ino && now.st_dev == before.st_dev)
        return true;
    return make_way(folder) && (!mkdir(folder, 0755) || errno == EEXIST) &&
           !mount(".", folder, NULL, MS_BIND, NULL);
}

bool jail_make_places(const jail_config *config, unsigned *places)
{
    int before = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    picked_list shown = {0};
    mode_t mask = umask(0);
    bool good = !chdir(config->folder);
    pick(config->shown, places, &shown);
    for (size_t i = 0; i < JAIL_PLACES && good; i++)
        if (*places >> i & 1 && !make_place(i, &shown))
            *places &= ~(1u << i);
    good = good && show_again(config->folder);
    drop(&shown);
    umask(mask);
    if (before >= 0) {
        good &= !fchdir(before);
        close(before);
    }
    return good;
}
