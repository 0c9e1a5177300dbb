/* The symbols of the program's own executable, read from its file: data objects by address. */
#ifndef TANDEM_RUNTIME_CORE_ELF_H
#define TANDEM_RUNTIME_CORE_ELF_H

#include "runtime/core/objects.h"

/* Reads the file once; later calls cost nothing. Without it no object is found. */
void tandem_elf_start(void);
bool tandem_elf_object(uintptr_t address, tandem_range *r);

#endif
