#ifndef ENV2048_PREFETCH_H
#define ENV2048_PREFETCH_H

/// Asks the processor to bring the cache line of an address closer, without
/// waiting for it. Any address is allowed. Swift has no name for it.
static inline void prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

#endif
