#include "box/bind/named_library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"
#include "box/box_impl.h"

/* Installed by hand: the system's linker finds these by its cache, which dlinfo does not know. */
static const char *const LOCAL_FOLDERS[] = {"/usr/local/lib", "/usr/local/lib64"};

bool named_library_is_file(const char *given)
{
    if (strchr(given, '/') || text_ends(given, ".c") || text_ends(given, ".o") ||
        text_ends(given, ".a"))
        return true;
    return (text_ends(given, ".so") || strstr(given, ".so.")) && !text_begins(given, "lib");
}

char *named_library_name(const char *given)
{
    if (!*given || named_library_is_file(given) || strstr(given, ".so."))
        return NULL;
    if (text_begins(given, "lib") && text_ends(given, ".so") && strlen(given) > strlen("lib.so"))
        return base_strndup(given + 3, strlen(given) - strlen("lib.so"));
    return base_strdup(given);
}

/* The folders that the linker searches, in its order. */
static void search_folders(text_list *folders)
{
    Dl_serinfo size, *info = NULL;
    void *self = dlopen(NULL, RTLD_LAZY);
    if (self && !dlinfo(self, RTLD_DI_SERINFOSIZE, &size)) {
        info = base_alloc_zero(1, size.dls_size);
        info->dls_size = size.dls_size;
        info->dls_cnt = size.dls_cnt;
        if (dlinfo(self, RTLD_DI_SERINFO, info))
            info->dls_cnt = 0;
    }
    for (unsigned i = 0; info && i < info->dls_cnt; i++)
        vec_push(folders, base_strdup(info->dls_serpath[i].dls_name));
    for (size_t i = 0; i < sizeof LOCAL_FOLDERS / sizeof *LOCAL_FOLDERS; i++)
        vec_push(folders, base_strdup(LOCAL_FOLDERS[i]));
    free(info);
    if (self)
        dlclose(self);
}

static bool is_shared_object(const char *path)
{
    char head[SELFMAG] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is = file >= 0 && read(file, head, SELFMAG) == SELFMAG && !memcmp(head, ELFMAG, SELFMAG);
    if (file >= 0)
        close(file);
    return is;
}

/* libNAME.so of the folder, or the newest libNAME.so.N. */
static char *find_in_folder(const char *folder, const char *plain)
{
    char *best = box_format("%s/%s", folder, plain);
    if (is_shared_object(best))
        return best;
    free(best);
    best = NULL;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        const char *name = entry->d_name;
        if (!text_begins(name, plain) || name[strlen(plain)] != '.')
            continue;
        char *path = box_format("%s/%s", folder, name);
        bool better = (!best || strverscmp(path, best) > 0) && is_shared_object(path);
        free(better ? best : path);
        best = better ? path : best;
    }
    if (directory)
        closedir(directory);
    return best;
}

char *named_library_find(const char *name, strbuf *tried)
{
    char *plain = box_format("lib%s.so", name), *found = NULL;
    text_list folders = {0};
    search_folders(&folders);
    strbuf_printf(tried, "neither %s nor %s.N is a shared object of ", plain, plain);
    for (size_t i = 0; i < folders.n && !found; i++) {
        strbuf_printf(tried, "%s%s", i ? ", " : "", folders.at[i]);
        found = find_in_folder(folders.at[i], plain);
    }
    text_list_free(&folders);
    free(plain);
    return found;
}
