#include "runtime/loop/surroundings.h"

#include "runtime/host/places.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_KEPT = 32 };

static struct {
    int folder, high;
    struct stat place; /* of the folder */
    int n_kept;        /* descriptors below this are the program's own */
    struct {
        int copy;
        off_t offset; /* negative: it has none */
    } kept[MAX_KEPT];
    bool files, places, descriptors, moves, offsets; /* what runs leave */
} own;

static int out_of_the_way(int fd)
{
    return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, own.high);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* A folder that nobody has changed since has this time. */
static const struct timespec untouched[2] = {{0, 0}, {0, 0}};

static bool is_touched(void)
{
    struct stat now;
    return fstat(own.folder, &now) == 0 && now.st_mtim.tv_sec != 0;
}

static void restore_files(void)
{
    if (is_touched()) {
        tandem_folder_empty(own.folder);
        futimens(own.folder, untouched);
    }
}

/* ---- Descriptors and the working folder ------------------------------------------------------ */

/* The lowest descriptor that is free. */
static int lowest_free(void)
{
    int fd = dup(own.folder);
    if (fd >= 0)
        close(fd);
    return fd;
}

static bool has_moved(void)
{
    struct stat now;
    return stat(".", &now) != 0 || now.st_ino != own.place.st_ino || now.st_dev != own.place.st_dev;
}

static bool other_offsets(void)
{
    for (int i = 0; i < own.n_kept; i++)
        if (own.kept[i].offset >= 0 && lseek(own.kept[i].copy, 0, SEEK_CUR) != own.kept[i].offset)
            return true;
    return false;
}

static void restore_descriptors(void)
{
    close_range((unsigned)own.n_kept, (unsigned)own.high - 1, 0);
    for (int i = 0; i < own.n_kept; i++)
        if (fcntl(i, F_GETFD) < 0)
            dup2(own.kept[i].copy, i);
}

static void restore_offsets(void)
{
    for (int i = 0; i < own.n_kept; i++)
        if (own.kept[i].offset >= 0)
            lseek(own.kept[i].copy, own.kept[i].offset, SEEK_SET);
}

/* ---- All of it ------------------------------------------------------------------------------- */

bool tandem_surroundings_take(int high)
{
    own.high = high;
    int fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    own.folder = out_of_the_way(fd);
    if (fd >= 0)
        close(fd);
    if (own.folder < 0 || fstat(own.folder, &own.place) != 0 ||
        futimens(own.folder, untouched) != 0)
        return false;
    own.n_kept = lowest_free();
    tandem_places_touched(); /* what was before is not of a run */
    for (int i = 0; i < own.n_kept && i < MAX_KEPT; i++) {
        own.kept[i].copy = out_of_the_way(i);
        own.kept[i].offset = lseek(i, 0, SEEK_CUR);
    }
    return own.n_kept <= MAX_KEPT;
}

void tandem_surroundings_restore(void)
{
    if (own.moves && fchdir(own.folder) != 0)
        return;
    if (own.descriptors)
        restore_descriptors();
    if (own.offsets)
        restore_offsets();
    if (own.files)
        restore_files();
    if (own.places && tandem_places_touched())
        tandem_places_empty();
}

bool tandem_surroundings_changed(void)
{
    bool changed = false;
    if (!own.moves && has_moved())
        changed = own.moves = true;
    if (!own.descriptors && lowest_free() != own.n_kept)
        changed = own.descriptors = true;
    if (!own.offsets && other_offsets())
        changed = own.offsets = true;
    if (!own.files && is_touched())
        changed = own.files = true;
    if (!own.places && tandem_places_touched()) {
        tandem_places_empty();
        changed = own.places = true;
    }
    if (changed)
        tandem_surroundings_restore();
    return changed;
}

bool tandem_surroundings_threads(void)
{
    struct stat tasks; /* a folder with one folder for each */
    return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 3;
}
