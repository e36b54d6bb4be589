// Counts the calls of malloc by this process, so that "no allocation in a step" is a number.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

// Calls of malloc, calloc, realloc and aligned allocation since the start.
long allocation_count(void);

#endif
