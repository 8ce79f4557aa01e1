#ifndef ENV2048_LANES_H
#define ENV2048_LANES_H

#include <stdint.h>

// Bit operations on vectors of words. Swift's own &, |, ^, &<< and &>> on SIMD
// types are loops over the lanes, and whether LLVM makes vectors of them again
// depends on the width and on what stands around them. A vector type of C is
// the SIMD type of Swift with as many lanes. Shifts are by less than 64.

#define ENV2048_LANES(N)                                                            \
  typedef uint64_t words##N __attribute__((ext_vector_type(N)));                    \
  typedef uint8_t bytes##N __attribute__((ext_vector_type(N)));                     \
  static inline __attribute__((always_inline)) words##N words_of_##N(bytes##N bytes) { \
    return __builtin_convertvector(bytes, words##N);                                \
  }                                                                                 \
  ENV2048_OPERATION(N, and, &)                                                      \
  ENV2048_OPERATION(N, or, |)                                                       \
  ENV2048_OPERATION(N, xor, ^)                                                      \
  ENV2048_OPERATION(N, shift_left, <<)                                              \
  ENV2048_OPERATION(N, shift_right, >>)

#define ENV2048_OPERATION(N, NAME, OPERATOR)                                        \
  static inline __attribute__((always_inline)) words##N NAME##_##N(words##N left,   \
                                                                   words##N right) { \
    return left OPERATOR right;                                                     \
  }

ENV2048_LANES(4)
ENV2048_LANES(8)
ENV2048_LANES(16)

#undef ENV2048_OPERATION
#undef ENV2048_LANES

/// As many games as are stepped side by side: four registers of games where a
/// register holds two or four, two where it holds eight. With more, values
/// wait in memory; with fewer, the processor waits for results.
#if defined(__AVX2__)
typedef words16 game_words;
typedef bytes16 game_bytes;
#else
typedef words8 game_words;
typedef bytes8 game_bytes;
#endif

#endif
