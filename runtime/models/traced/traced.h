/* For models that are C code themselves: compiled by tandem-cc, and so traced like the program. */
#ifndef TANDEM_RUNTIME_MODELS_TRACED_TRACED_H
#define TANDEM_RUNTIME_MODELS_TRACED_TRACED_H

#include <stdbool.h>
#include <stddef.h>

/* Is this a traced run with models? The same all the run long. */
bool tandem_models_wanted(void);
/* Bytes of the string at s that may be looked at whatever the input is; a concrete number. */
size_t tandem_model_room(const char *s);

/* No coverage: a model is not the program's. */
#ifdef __clang__
#define MODEL_FUNCTION __attribute__((no_sanitize("coverage")))
#else
#define MODEL_FUNCTION
#endif

#endif
