/* Machine code from bitcode, and what has to be changed in it. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/folder.h"
#include "instrument/instrument.h"
#include "instrument/instrument_impl.h"
#include "llvm/llvm_module.h"

bool ir_emit(const strbuf *bitcode, ir_output output, const char *path, char **error)
{
    llvm_api l;
    if (!llvm_api_load_target(&l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    LLVMContextRef context = l.ContextCreate();
    LLVMModuleRef module = llvm_module_read(&l, context, bitcode->text, bitcode->n, error);
    bool good = module && llvm_module_emit(
                              &l, module, output == IR_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile,
                              output == IR_QUICK_OBJECT, path, error);
    if (module)
        l.DisposeModule(module);
    l.ContextDispose(context);
    return good;
}

#define MAPS ".llvm_stackmaps"

/* Assemblers know the section's name and insist on what it is: it gets another. */
static bool open_maps_of_text(const char *path)
{
    static const char as_it_is[] = ".section\t" MAPS ",\"a\"",
                      wanted[] = ".section\ttandem_maps,\"aw\"";
    strbuf text = STRBUF_INIT, changed = STRBUF_INIT;
    bool good = file_read(path, &text);
    const char *at = good ? strstr(text.text, as_it_is) : NULL;
    if (at) {
        size_t before = (size_t)(at - text.text), behind = before + sizeof as_it_is - 1;
        strbuf_add(&changed, text.text, before);
        strbuf_puts(&changed, wanted);
        strbuf_add(&changed, text.text + behind, text.n - behind);
        good = folder_write(path, changed.text, changed.n);
    }
    strbuf_free(&text);
    strbuf_free(&changed);
    return good;
}

static bool read_at(int file, void *to, size_t n, uint64_t offset)
{
    return pread(file, to, n, (off_t)offset) == (ssize_t)n;
}

/* The names of sections are in a section themselves. */
static bool open_maps_of_object(int file)
{
    Elf64_Ehdr header;
    Elf64_Shdr names, section;
    char name[sizeof MAPS];
    if (!read_at(file, &header, sizeof header, 0) ||
        !read_at(file, &names, sizeof names, header.e_shoff + header.e_shstrndx * sizeof names))
        return false;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        uint64_t at = header.e_shoff + i * sizeof section;
        if (!read_at(file, &section, sizeof section, at))
            return false;
        if (!read_at(file, name, sizeof name, names.sh_offset + section.sh_name) ||
            memcmp(name, MAPS, sizeof MAPS))
            continue;
        section.sh_flags |= SHF_WRITE;
        return pwrite(file, &section, sizeof section, (off_t)at) == (ssize_t)sizeof section;
    }
    return true;
}

bool ir_open_maps(const char *path, bool is_assembly)
{
    if (is_assembly)
        return open_maps_of_text(path);
    int file = open(path, O_RDWR | O_CLOEXEC);
    bool good = file >= 0 && open_maps_of_object(file);
    if (file >= 0)
        close(file);
    return good;
}
