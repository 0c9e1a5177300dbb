/* What kind of machine this is: results of unlike ones are not compared. */
#ifndef TANDEM_CLI_AGENT_MACHINE_H
#define TANDEM_CLI_AGENT_MACHINE_H

/* System, processor and how many of them; the caller's to free. */
char *machine_fingerprint(void);

#endif
