/* The options of `tandem prove`, and what their words mean. */
#ifndef TANDEM_CLI_PROVE_PROVE_CHOICES_H
#define TANDEM_CLI_PROVE_PROVE_CHOICES_H

#include "prove/prove.h"
#include "prove/undefined.h"
#include "solve/external/external.h"

#define OPTIONS_LIST "cli/prove/prove_options.def"
#define OPTIONS_STRUCT prove_options
#define OPTIONS_STRUCT_ONLY
#include "base/options_define.h"

ir_model prove_model_of(const prove_options *o);
prove_property prove_property_of(const prove_options *o);
prove_teacher prove_teacher_of(const prove_options *o);
external_fuzzer prove_fuzzer_of(const prove_options *o);
/* Whether they go together; false after a complaint. */
bool prove_choices_fit(const prove_options *o);

#endif
