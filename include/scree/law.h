/** @file
 *  A contact law that is loaded: what its library hands over.
 *
 *  Write the law as those of the program are written (model.h, ARCHITECTURE.md, "Adding a contact
 * law") and build it with `scree_add_law` (plugins/example). The library exports one object,
 * `scree_law_here`, of the type below; cmake writes it. `program load` checks `abi` and `sizes`
 * before it reads anything else.
 */
#ifndef SCREE_LAW_H
#define SCREE_LAW_H

#include "scree/model.h"

/** Changes whenever model.h or the batch that kernels see does. */
#define SCREE_LAW_ABI 7

/** Instruction sets that a library may have kernels for. */
enum { SCREE_LAW_ISAS = 3 };

struct scr_batch;

/** Kernels of one instruction set, for 2D and 3D. */
typedef struct scree_law_kernels {
  const char *isa; /**< "base", "avx2", "avx512"; NULL: no more. "base" comes first, always */
  void (*force[2])(struct scr_batch *b);
  void (*stiff[2])(struct scr_batch *b);
} scree_law_kernels;

/** The object `scree_law_here`. */
typedef struct scree_law {
  unsigned abi;           /**< SCREE_LAW_ABI */
  unsigned sizes[2];      /**< of scr_model, of scr_batch, bytes */
  const scr_model *model; /**< the law; it lives as long as the program */
  scree_law_kernels kernels[SCREE_LAW_ISAS];
} scree_law;

#endif
