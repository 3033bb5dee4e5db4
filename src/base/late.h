/* Shared libraries that are loaded when somebody first needs them, not with the program: cairo and
 * what it brings would take longer to load than many a data file takes to run. */
#ifndef SCR_LATE_H
#define SCR_LATE_H

#include "base/base.h"

typedef struct scr_late {
  const char *file;        /* the library, as the system's loader looks for it */
  const char *const *name; /* of each function */
  size_t n;
  void *function; /* a struct of n pointers to functions, in the same order, and nothing else */
  bool tried, loaded;
} scr_late;

/* Declares `of`, a struct of functions, and `of_library`. FUNCTIONS(F) lists F(prefix, name) for
 * each function: the struct's members are called without the prefix, which may be empty. */
#define SCR_LATE(of, FUNCTIONS, file)                                                              \
  static struct { FUNCTIONS(SCR_LATE_MEMBER) } of;                                                 \
  static const char *const of##_function[] = {FUNCTIONS(SCR_LATE_NAME)};                           \
  static scr_late of##_library = {file, of##_function, SCR_COUNTOF(of##_function),                 \
                                  &of,  false,         false}
#define SCR_LATE_MEMBER(prefix, name) __typeof__(&prefix##name) name;
#define SCR_LATE_NAME(prefix, name)   #prefix #name,

/* Loads the library at the first call, for as long as the program runs. False: it is not there, or
 * lacks a function; then none of the functions may be called. Any thread may ask at any time. */
bool scr_late_load(scr_late *l);

#endif
