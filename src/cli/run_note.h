/* A note in a folder of results on how they were made: run.json, which `tandem report` shows. */
#ifndef TANDEM_CLI_RUN_NOTE_H
#define TANDEM_CLI_RUN_NOTE_H

/* Writes FOLDER/run.json: command line, version, date, machine. Not to be relied on: a folder in which it
 * cannot be written has none. */
void cli_run_note(const char *folder, const char *command, int argc, char *const *argv);

#endif
