/* Contact law `fish`: what the kernels, which have its function asked, know of it. */
#ifndef SCR_MODEL_FISH_H
#define SCR_MODEL_FISH_H

/* Parameters. SYMBOL: the word (scr_world.words) that names the function. */
enum { FISH_RGAP, FISH_SYMBOL, FISH_KN, FISH_KS, FISH_KB, FISH_KT, FISH_PARAMS };
/* Columns of state: what the function gave last. BOND: SCR_BOND_... */
enum {
  FISH_FN,
  FISH_FS,
  FISH_MT = FISH_FS + 3,
  FISH_MB,
  FISH_SLIP = FISH_MB + 3,
  FISH_BOND,
  FISH_STATES
};

#endif
