/* What a contact law may see: its descriptor (properties, state, methods, energies) and the batch its kernels work on.
 *
 * A law is one file src/model/<name>.c and one line in src/model/models.def. The file is compiled once for its descriptor
 * and once more for each (dimension, instruction set) for its kernels (SCR_KERNEL is defined then, see kernel/batch.h). */
#ifndef SCREE_MODEL_H
#define SCREE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
  SCR_TILE = 32,      /* contacts in one batch at most */
  SCR_MAX_PARAM = 16, /* properties of a law that the user sets */
  SCR_MAX_STATE = 16  /* columns of state of a law, vectors counted by component */
};

typedef enum scr_ptype { SCR_P_REAL, SCR_P_INT, SCR_P_BOOL, SCR_P_VEC } scr_ptype;

/* Where a property lives. */
typedef enum scr_pkind {
  SCR_PROP_PARAM,  /* set by the user: slot is the parameter's column */
  SCR_PROP_STATE,  /* part of the state: slot is its first column; a vector is (normal, shear in the contact plane) */
  SCR_PROP_DERIVED /* computed on demand by the law's `derive` */
} scr_pkind;

enum {
  SCR_PROP_READONLY = 1,
  SCR_PROP_INHERIT = 2, /* taken from the surface properties of both pieces unless set on the contact */
  SCR_PROP_OPEN_LO = 4, /* the lower bound itself is not allowed */
  SCR_PROP_OPEN_HI = 8
};

typedef struct scr_prop {
  const char *name;
  scr_ptype type;
  scr_pkind kind;
  int slot;
  double lo, hi; /* range; +-HUGE_VAL: unbounded */
  double def;
  unsigned flags;
  const char *unit;
  const char *doc;
} scr_prop;

/* The two ends of a contact as a law's scalar functions see them. Curvature is 1/R of a ball and 0 of a facet. */
typedef struct scr_ends {
  double radius[2];    /* m; 0 for a facet */
  double curvature[2]; /* 1/m */
  double mass[2];      /* kg; 0 for a facet */
  double gap;          /* m, negative when the pieces overlap */
  bool facet;          /* end 2 is a facet */
  int dim;
  double dt; /* s */
} scr_ends;

/* A method's argument. */
typedef struct scr_marg {
  const char *name;
  double value;
  bool given;
} scr_marg;

typedef struct scr_method {
  const char *name;
  const char *const *args; /* NULL-terminated names; those in [] are optional */
  /* Changes parameters; returns NULL or the reason why not. *clears is the set of parameters (bit = slot) that stop inheriting.
   */
  const char *(*apply)(const scr_ends *e, const scr_marg *args, double *param, uint32_t *clears);
  const char *doc;
} scr_method;

/* Names of energies in the order of the batch's energy columns; accumulated ones have a column of their own. */
typedef struct scr_law_energy {
  const char *name; /* "energy-strain", ... */
  bool accumulated;
  int slot; /* of the accumulated ones: 0 slip, 1 dashpot, 2 stiffness */
} scr_law_energy;

typedef struct scr_model {
  const char *name;
  const char *doc;
  const scr_prop *prop;
  int nprop;
  int nparam, nstate; /* columns */
  int shear_state[4]; /* first columns of the state vectors in the contact plane (3 components in 3D, 1 in 2D), -1 ends */
  const scr_method *method;
  int nmethod;
  const scr_law_energy *energy;
  int nenergy;
  /* Fills parameters that no property names, from those that properties name; called whenever a set of parameters is made. NULL:
   * none. */
  void (*prepare)(double *param);
  bool starts_with_force; /* a contact made outside of the cycle is evaluated once, without increments (see docs/decisions.md) */
  /* Inherited values: have[s] tells for each of the two pieces which properties (index in prop) it holds, value[s][index] them.
   * Writes the parameters that follow into param[slot] and returns the set of slots written. */
  uint32_t (*inherit)(const double *value[2], const bool *have[2], double *param);
  /* SCR_PROP_DERIVED: value of property `index`; out holds up to 3 numbers. */
  void (*derive)(const struct scr_model *m, int index, const scr_ends *e, const double *param, const double *state, double *out);
  /* After the user set property `index` of state (hz_force): may change parameters (rgap). NULL: nothing to do. */
  void (*state_set)(const scr_ends *e, int index, double *param, double *state);
  /* Stiffness that an as yet untouched ball offers to the timestep: normal, shear, for the twin contact (decisions, Timestep). */
  void (*twin_stiffness)(const scr_ends *e, const double *param, double *kn, double *ks);
  /* Recomputed strain energy of one contact, J. */
  double (*strain)(const scr_ends *e, int dim, const double *param, const double *state);
} scr_model;

#endif
