#ifndef ENV2048_MACHINE_H
#define ENV2048_MACHINE_H

// What the compiler was told about the machine, which Swift cannot ask. Flags
// such as -Xcc -march=native reach this header and Swift's own code alike.

/// The instruction set that the program is compiled for, with the widest vectors.
static inline const char *compiled_instruction_set(void) {
#if defined(__x86_64__) && defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
  return "x86-64 with AVX-512";
#elif defined(__x86_64__) && defined(__AVX2__)
  return "x86-64 with AVX2";
#elif defined(__x86_64__) && defined(__AVX__)
  return "x86-64 with AVX";
#elif defined(__x86_64__) && defined(__SSE4_2__)
  return "x86-64 with SSE4.2";
#elif defined(__x86_64__)
  return "x86-64 baseline (SSE2)";
#elif defined(__aarch64__) && defined(__ARM_FEATURE_SVE)
  return "arm64 with SVE";
#elif defined(__aarch64__)
  return "arm64 baseline (NEON)";
#else
  return "unknown";
#endif
}

/// The compiler's own version.
static inline const char *compiler_version(void) { return __clang_version__; }

#ifdef __linux__
#include <gnu/libc-version.h>
/// The version of the C library in use.
static inline const char *c_library_version(void) { return gnu_get_libc_version(); }
#else
static inline const char *c_library_version(void) { return "system"; }
#endif

#endif
