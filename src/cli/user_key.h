/* A secret of the user: what carries a mark made with it was written by this user on this machine.
 *
 * Stores are data, and may come from anywhere; what they say is to be run is run only with such a
 * mark, or when the command line says that the store is trusted (kept_arguments.h). */
#ifndef TANDEM_CLI_USER_KEY_H
#define TANDEM_CLI_USER_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sha256.h"
#include "base/strbuf.h"

enum { USER_MARK_BYTES = 2 * SHA256_BYTES + 1 };

/* The mark of `n` bytes as text. False: there is no key, and none can be made (no home, or a file
 * that others may write). The key lies in $XDG_STATE_HOME/tandem/key, else in ~/.local/state/. */
bool user_mark(const void *bytes, size_t n, char mark[USER_MARK_BYTES]);

/* The folder for what is kept of a user between runs ($XDG_STATE_HOME/tandem, else ~/.local/state/tandem), which may not
 * be there yet; false: there is none. */
bool user_state_folder(strbuf *path);

#endif
