/* Words that every other file uses: fixed-size types, small macros, attributes. */
#ifndef SCR_BASE_H
#define SCR_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCR_COUNTOF(a) (sizeof(a) / sizeof((a)[0]))
#define SCR_MIN(a, b)  ((a) < (b) ? (a) : (b))
#define SCR_MAX(a, b)  ((a) > (b) ? (a) : (b))
#define SCR_UNUSED(x)  ((void)(x))

/* What the program was compiled with, for people. */
#ifdef __clang__
#define SCR_COMPILER __VERSION__
#else
#define SCR_COMPILER "gcc " __VERSION__
#endif

/* SCR_COLD: whatever leads to a call of it lies apart from what runs in each step, which the
 * instruction cache has to hold. */
#if defined(__GNUC__)
#define SCR_COLD         __attribute__((cold))
#define SCR_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define SCR_LIKELY(x)    __builtin_expect(!!(x), 1)
#define SCR_UNLIKELY(x)  __builtin_expect(!!(x), 0)
#else
#define SCR_COLD
#define SCR_PRINTF(f, a)
#define SCR_LIKELY(x)   (x)
#define SCR_UNLIKELY(x) (x)
#endif

/* A handle that survives reordering and tells a reused slot from the first one; {0, 0} is null. */
typedef struct scr_ref {
  uint32_t index;
  uint32_t gen;
} scr_ref;

#endif
