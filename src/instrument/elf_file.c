#include "instrument/elf_file.h"

#include <gelf.h>
#include <libelf.h>

static bool is_ours(Elf *e)
{
    size_t n = 0;
    const char *start = elf_getident(e, &n);
    return elf_kind(e) == ELF_K_ELF && start && n >= EI_NIDENT && start[EI_CLASS] == ELFCLASS64 &&
           start[EI_DATA] == ELFDATA2LSB;
}

static elf_section read_section(Elf *e, size_t names, Elf_Scn *section)
{
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header))
        return (elf_section){.name = ""};
    const char *name = elf_strptr(e, names, header.sh_name);
    elf_section s = {.name = name ? name : "",
                     .type = header.sh_type,
                     .link = header.sh_link,
                     .flags = header.sh_flags,
                     .address = header.sh_addr};
    Elf_Data *data = header.sh_type != SHT_NOBITS ? elf_rawdata(section, NULL) : NULL;
    if (data && data->d_buf && data->d_size == header.sh_size) {
        s.bytes = data->d_buf;
        s.n = data->d_size;
    }
    return s;
}

bool elf_file_open(elf_file *f, const strbuf *text)
{
    *f = (elf_file){0};
    if (!text->n || elf_version(EV_CURRENT) == EV_NONE)
        return false;
    Elf *e = elf_memory(text->text, text->n);
    f->handle = e;
    size_t n, names;
    if (!e || !is_ours(e) || elf_getshdrnum(e, &n) || elf_getshdrstrndx(e, &names)) {
        elf_file_close(f);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        Elf_Scn *section = elf_getscn(e, i);
        elf_section s = section && i ? read_section(e, names, section) : (elf_section){.name = ""};
        vec_push(&f->sections, s);
    }
    return true;
}

void elf_file_close(elf_file *f)
{
    elf_end(f->handle);
    vec_free(&f->sections);
    f->handle = NULL;
}
