/* Contact law `fish`: what the kernels, which have its function asked, know of it. */
#ifndef SCR_MODEL_FISH_H
#define SCR_MODEL_FISH_H

/* Parameters. SYMBOL: the word (scr_world.words) that names the function. */
enum {
  FISH_RGAP,
  FISH_SYMBOL,
  FISH_KN,
  FISH_KS,
  FISH_KB,
  FISH_KT,
  FISH_KA, /* about global axes; in 2D the first */
  FISH_PARAMS = FISH_KA + 3
};
/* Columns of state: what the function gave last. BOND: SCR_BOND_... GIVEN: stiffnesses that it
 * handed over, in the order of the parameters from FISH_KN on. */
enum {
  FISH_FN,
  FISH_FS,
  FISH_MT = FISH_FS + 3,
  FISH_MB,
  FISH_SLIP = FISH_MB + 3,
  FISH_BOND,
  FISH_GIVEN,
  FISH_STATES = FISH_GIVEN + FISH_PARAMS - FISH_KN
};

#endif
