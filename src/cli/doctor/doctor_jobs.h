/* Each job tried on something small: about a second each, in a scratch folder. */
#ifndef TANDEM_CLI_DOCTOR_DOCTOR_JOBS_H
#define TANDEM_CLI_DOCTOR_DOCTOR_JOBS_H

#include "cli/doctor/doctor_system.h"

/* Adds a fact for each job: whether it did what it should, and if not what it said. */
void doctor_try_jobs(doctor_facts *facts);

#endif
