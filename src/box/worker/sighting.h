/* What boxes compare with: in a worker that searches, the functions that compare bytes (memcmp,
 * strcmp, strstr and their like) are ours for the libraries of boxes, and note what they see. A
 * password that no search would meet with is in the first comparison.
 *
 * The area is shared with foreign code and not to be trusted: its words are tried, no more. */
#ifndef TANDEM_BOX_WORKER_SIGHTING_H
#define TANDEM_BOX_WORKER_SIGHTING_H

#include "box/bind/library.h"
#include "box/box.h"

enum { BOX_SIGHTINGS = 64 };

typedef struct box_sightings {
    volatile uint32_t n;
    box_sighting at[BOX_SIGHTINGS];
} box_sightings;

/* In a worker, with the libraries loaded. */
void sighting_begin(const box_libraries *l, box_sightings *to);
/* The same, by others who saw a constant of the code; nothing before sighting_begin. */
void sighting_note(const void *bytes, size_t n);
/* Outside: what is new goes into the list. */
void sighting_take(const box_sightings *from, box_sighting_vec *to);

#endif
