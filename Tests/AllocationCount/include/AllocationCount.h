#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// The number of times this thread has asked for memory so far; -1 where that
/// cannot be counted, as under a sanitizer or without glibc.
long allocation_count(void);

#endif
