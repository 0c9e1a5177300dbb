#include "cli/agent/machine.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/file.h"

char *machine_fingerprint(void)
{
    struct utsname name;
    strbuf text = STRBUF_INIT, info = STRBUF_INIT;
    if (!uname(&name))
        strbuf_printf(&text, "%s %s, ", name.sysname, name.machine);
    if (file_read("/proc/cpuinfo", &info)) {
        const char *model = strstr(info.text, "model name");
        model = model ? strchr(model, ':') : NULL;
        if (model)
            strbuf_printf(&text, "%.*s, ", (int)strcspn(model + 2, "\n"), model + 2);
    }
    strbuf_printf(&text, "%ld processors", sysconf(_SC_NPROCESSORS_ONLN));
    strbuf_free(&info);
    return strbuf_detach(&text);
}
