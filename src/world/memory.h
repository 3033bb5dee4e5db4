/* What the data of a world take of memory, by kind. */
#ifndef SCR_MEMORY_H
#define SCR_MEMORY_H

#include "world/world.h"

/* X(name, what it is) */
#define SCR_MEMORY_KINDS(X)                                                                        \
  X(balls, "columns of balls")                                                                     \
  X(walls, "columns of walls, facets and vertices")                                                \
  X(pairs, "lists of contacts and candidates")                                                     \
  X(search, "cells, lists while they are made, and what they were made from")                      \
  X(sums, "numbers by ball that cycles use")                                                       \
  X(handles, "ids and handles")                                                                    \
  X(records, "fractures and fragments")

/* In bytes: what was asked for, whether or not it was touched. */
typedef struct scr_memory {
#define SCR_MEMORY_FIELD(name, doc) size_t name;
  SCR_MEMORY_KINDS(SCR_MEMORY_FIELD)
#undef SCR_MEMORY_FIELD
} scr_memory;

scr_memory scr_memory_of(const scr_world *w);
size_t scr_memory_sum(const scr_memory *m);

#endif
