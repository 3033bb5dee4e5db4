/** @file
 *  What a contact law may see: its descriptor (properties, state, methods, energies) and the batch
 * its kernels work on.
 *
 *  A law is one file src/model/<name>.c and one line in src/model/models.def. The file is compiled
 * once for its descriptor and once more for each (dimension, instruction set) for its kernels
 * (SCR_KERNEL is defined then, see kernel/batch.h). Commands, FISH, help and save files read the
 * descriptor; nothing else has to be told of a new law.
 */
#ifndef SCREE_MODEL_H
#define SCREE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/** Limits of what a law may have. */
enum {
  SCR_TILE = 32, /**< contacts in one batch at most */
  /** parameters: columns that properties of kind SCR_PROP_PARAM and `prepare` fill */
  SCR_MAX_PARAM = 64,
  SCR_MAX_PROP = 128, /**< properties of all kinds */
  SCR_MAX_PARTS = 64, /**< elements of a contact */
  /** columns of state, vectors counted by component. Lists and buffers have as many as the laws in
   * use need; only copies of the state of one contact are as large as this. */
  SCR_MAX_STATE = 1024,
  SCR_TEXT = 64 /**< bytes of a property that users see as text */
};

/** The bit of a slot in a set of parameters. */
#define SCR_SLOT_BIT(slot) (UINT64_C(1) << (slot))

/** The type of a property's value. */
typedef enum scr_ptype {
  SCR_P_REAL, /**< a real */
  SCR_P_INT,  /**< an integer */
  SCR_P_BOOL, /**< 0 or 1 */
  SCR_P_VEC,  /**< a vector: the law keeps it as normal and shear in the contact plane, users see it
                 in global axes */
  SCR_P_MOMENT, /**< a moment: in 3D a vector likewise (twist and bending); in 2D one number, about
                   z, in the column after the first */
  SCR_P_XYZ,    /**< a vector in global axes, in three columns of the state or three parameters; the
                   third is 0 in 2D */
  SCR_P_PAIR    /**< two numbers in 2D and in 3D, which are two parameters */
} scr_ptype;

/** Where a property lives. */
typedef enum scr_pkind {
  SCR_PROP_PARAM,  /**< set by the user: slot is the parameter's column */
  SCR_PROP_STATE,  /**< part of the state: slot is its first column; a vector is (normal, shear in
                      the contact plane) */
  SCR_PROP_DERIVED /**< computed on demand by the law's `derive`; where it is not read only, what
                      the user sets becomes the state by `assign` */
} scr_pkind;

/** Flags of a property, to be joined by |. */
enum {
  SCR_PROP_READONLY = 1, /**< cannot be set */
  SCR_PROP_INHERIT =
      2, /**< taken from the surface properties of both pieces unless set on the contact */
  SCR_PROP_OPEN_LO = 4, /**< the lower bound itself is not allowed */
  SCR_PROP_OPEN_HI = 8, /**< the upper bound itself is not allowed */
  SCR_PROP_DAMPS = 16,  /**< a parameter that takes energy of motion where it is not its default */
  SCR_PROP_IDLE = 32,   /**< taken for the sake of files that set it; commands warn */
  SCR_PROP_NAME = 64,   /**< users see a name; its number in the words of the world is kept */
  /** A vector (SCR_P_XYZ) that is inherited from the ball at that end alone, whose property has the
   * name without its last sign: `dipole_mo1` from `dipole_mo`. */
  SCR_PROP_END1 = 128,
  SCR_PROP_END2 = 256, /**< see SCR_PROP_END1 */
  /** The name (SCR_PROP_NAME) is that of a table of the user's, 0: of none. It tells what part of a
   * strength is left (y, 0 to 1 and never rising) after a way (x, m, ascending): see scr_curve. */
  SCR_PROP_TABLE = 512,
  SCR_PROP_TEXT = 1024, /**< users see a text, which scr_model.text writes; read only */
  SCR_PROP_SPACE = 2048 /**< of 3D alone: in 2D commands warn */
};

/** A table as kernels see it: y at ascending x, as the user's table was before the step. */
typedef struct scr_curve {
  int n; /**< points */
  const double *x, *y;
} scr_curve;

/** A property: one row of a law's table. Several may share a parameter: whoever sets one of them
 * sets all. They have one default, and are inherited together or not at all. */
typedef struct scr_prop {
  const char *name; /**< as in `contact property` */
  scr_ptype type;   /**< of its value */
  scr_pkind kind;   /**< where it lives */
  int slot;         /**< column among parameters or state, see scr_pkind */
  double lo;        /**< lower bound; -HUGE_VAL: none */
  double hi;        /**< upper bound; HUGE_VAL: none */
  double def;       /**< its value where nothing is said */
  unsigned flags;   /**< SCR_PROP_... */
  const char *unit; /**< "N/m"; "" for a mere number */
  const char *doc;  /**< one line for help */
} scr_prop;

/** The two ends of a contact as a law's scalar functions see them. Curvature is 1/R of a ball and 0
 * of a facet. */
typedef struct scr_ends {
  double radius[2];    /**< m; 0 for a facet */
  double curvature[2]; /**< 1/m */
  double mass[2];      /**< kg; 0 for a facet */
  double gap;          /**< m, negative when the pieces overlap */
  bool facet;          /**< end 2 is a facet */
  int dim;             /**< 2 or 3 */
  double dt;           /**< timestep, s */
  /** For `derive` and methods alone: where the contact is, m, and two axes of its plane. In 3D
   * their cross product is the normal; in 2D the first one is the tangent. */
  double x[3], axis[2][3];
  const scr_curve *curve; /**< for `derive` alone: tables, by the number of their word */
} scr_ends;

/** A method's argument. */
typedef struct scr_marg {
  const char *name; /**< one of scr_method.args */
  double value;     /**< 0 unless given */
  bool given;       /**< it stood after the method */
} scr_marg;

/** A method, as `contact method deformability emod 5e7 kratio 2`: it computes parameters or state
 * from other quantities. */
typedef struct scr_method {
  const char *name;        /**< as in `contact method` */
  const char *const *args; /**< NULL-terminated names; those in [] are optional, "[+]" is a further
                              component of what stands before */
  /** Changes parameters, or the state (bonds).
   *  @param e       the contact that it is applied to
   *  @param args    one for each name of scr_method.args, in that order
   *  @param param   parameters by slot, read and written
   *  @param clears  set of parameters (bit = slot) that stop inheriting; written
   *  @param state   columns of state, read and written
   *  @return NULL, or the reason why not: the user's message */
  const char *(*apply)(const scr_ends *e, const scr_marg *args, double *param, uint64_t *clears,
                       double *state);
  const char *doc; /**< one line for help */
  bool touches;    /**< it changes the state: a new contact is given that, too (an entry of the CMAT
                      with `bond`) */
} scr_method;

/** What contacts account for: work of the slider, of dashpots, of stiffness that changes, of the
 * wall; what the spring stores in a step of finite length beyond what the means of its forces do
 * (docs/physics.md, energies); work of the slider of rolling; what bonds held when they broke, and
 * springs that still pressed where the pieces parted; work of plastic flow. */
enum {
  SCR_BOOK_SLIP,
  SCR_BOOK_DASHPOT,
  SCR_BOOK_STIFFNESS,
  SCR_BOOK_WALL,
  SCR_BOOK_STEP,
  SCR_BOOK_ROLLING,
  SCR_BOOK_BREAK,
  SCR_BOOK_PLASTIC,
  SCR_BOOKS
};

/** What a contact stores: in its springs, in that of rolling, in its bond, in an attraction, in the
 * field of magnetic dipoles. */
enum {
  SCR_STORED_STRAIN,
  SCR_STORED_ROLLING,
  SCR_STORED_BOND,
  SCR_STORED_ADHESION,
  SCR_STORED_DIPOLE,
  SCR_STORED
};

/** One energy of a law. */
typedef struct scr_law_energy {
  const char *name; /**< "energy-strain", ... */
  bool accumulated; /**< summed over the cycles; else recomputed by `strain` */
  int slot;         /**< accumulated: SCR_BOOK_...; else SCR_STORED_... */
} scr_law_energy;

/** States of a bond, in the column scr_model.bond. A contact whose value is SCR_BOND_HOLDS or more
 * is bonded. */
enum { SCR_BOND_NONE, SCR_BOND_TENSION, SCR_BOND_SHEAR, SCR_BOND_HOLDS };

/** Elements of a contact that are bonded, break and slip each by itself. Of element e the column
 * `first` + e `stride` of the state holds SCR_BOND_..., and SCR_PART_SLIPS more while it slips.
 * Those that a contact does not have are 0. A stride of 0: there are no elements. */
typedef struct scr_parts {
  int first;
  int stride;
} scr_parts;
enum { SCR_PART_SLIPS = 4 };

/** sqrt(7/2): see scr_dampers. */
#define SCR_SPIN_RATIO 1.87082869338697069279

/** Dashpots beside the springs of a law, along the normal, in shear and against rolling: c = 2 b
 * sqrt(m k), with the mass m of the contact and the spring's stiffness k; against rolling 2 b
 * sqrt(I k), where I is 7/5 m r^2 (2D: 3/2 m r^2) by the smaller radius r. Balls that turn on the
 * spot have 2/7 (1/3) of that: for the timestep the ratio is SCR_SPIN_RATIO b. All are slots of
 * parameters, -1: there is none. */
typedef struct scr_dampers {
  int ratio[3]; /**< b, the critical damping ratio, as `prepare` leaves it */
  int limit[3]; /**< where this parameter is 0, the spring of a contact without a bond slips */
  int mode;     /**< dp_mode: from 2 on the dashpot in shear is none while the spring slips */
} scr_dampers;

/** What a law may say of its force kernel for the engine's sake. Nothing is always safe, and only
 * costs time; what is said is checked against the kernel (test/model/test_hints.c). */
typedef struct scr_hints {
  bool flat;    /**< it never reads scr_batch.reff, which costs a division */
  bool reports; /**< it knows scr_batch.report; else what it tells is kept in every step */
  /** State columns (bit = column, one of the first 32) that `settle` changes where an edit changed
   * what the contact holds, and only there: the force kernel asks scr_batch.edited in its accounts
   * of energy. 0: it does not. */
  uint32_t edits;
  /** It asks with these parameters alone. NULL: with any. */
  bool (*edits_of)(const double *param);
  /** State columns (bit = column, one of the first 32) that the force kernel writes without reading
   * them, for parameters of which those in `zero` (bit = slot) are 0, and with or without accounts
   * of energy: nobody needs them in a cycle that nobody looks at. NULL: none. Whoever looks after
   * such a cycle has the kernel called once more, with scr_batch.report: it writes these columns,
   * forces and dashpots as the step had them, from gap, increments and the state after the step,
   * which stays as it is. Of these columns the one that tells slip is given. */
  uint32_t (*reported)(uint64_t zero, bool energies);
  /** With these parameters, stiffness never grows where the overlap becomes less, and never changes
   * by orders of magnitude when the overlap becomes half of what it was. NULL: it may. */
  bool (*steady)(const double *param);
  /** The state that the law would give the contact at the present overlap (scr_ends.gap) without
   * motion, slip or break, as after an edit. Where it opens, shear forces may stay, if the step
   * that lets them go books their energy; so may columns before those of parts that nothing stored
   * follows from. NULL: the state does not follow from the overlap. */
  void (*settle)(const scr_ends *e, const double *param, double *state);
} scr_hints;

/** The descriptor of a law. Functions that are NULL are not called; they must depend on their
 * arguments alone and use
 *  + - * / and sqrt only, so that bits do not depend on the machine. */
typedef struct scr_model {
  const char *name;     /**< as in `contact model` */
  const char *doc;      /**< one line for help */
  const scr_prop *prop; /**< its properties */
  int nprop;            /**< how many */
  int nparam;           /**< columns of parameters, SCR_MAX_PARAM at most */
  /** Not 0: the function that gives a contact's force may hand over the parameters from slot
   * `handed_from` on, for this contact alone: in the columns of the state from `handed` on, 0 as
   * long as it has not. */
  int handed, handed_from;
  int nstate;             /**< columns of state, SCR_MAX_STATE at most */
  const int *shear_state; /**< first columns of the state vectors in the contact plane (3 components
                             in 3D, 1 in 2D), -1 ends */
  /** Its kernels read relative rotations (scr_batch.bend, twist) and give a moment of the contact
   * (mb, mt) and stiffnesses against rotation (kb, kt). */
  bool rotates;
  /** Its contacts can be bonded: column `bond` of the state holds SCR_BOND_... A bonded contact
   * lives on at any gap, whatever the proximity. */
  bool bonds;
  int bond;  /**< see `bonds`; a property of that column that is a boolean is true where the
                contact is bonded */
  int lives; /**< not 0: the column that says so in place of `bond`, of laws whose contacts live
                on without a bond, too */
  bool balls_only; /**< it is for contacts of two balls alone */
  bool space_only; /**< it is for three dimensions alone */
  bool oriented;   /**< it follows how bodies turn, so that orientations must be tracked */
  bool yields;     /**< it takes energy by plastic flow: SCR_BOOK_PLASTIC */
  bool clings;     /**< what `bond` tells is no bond: its contacts merely live on while they
                       stick, and nothing breaks (`jkr`) */
  bool wanders;    /**< what `bond` tells goes with the ball from facet to facet of a wall, as
                      bridges of liquid do; a bond stays at its facet */
  scr_parts parts; /**< elements that break by themselves: these tell of bonds, `bond` tells that
                      the contact lives on */
  const scr_method *method;     /**< its methods */
  int nmethod;                  /**< how many */
  const scr_law_energy *energy; /**< its energies */
  int nenergy;                  /**< how many */
  /** Columns of state, of the first ones, that contacts with these parameters use. NULL: all. */
  int (*states)(int dim, const double *param);
  /** Fills the state of a contact that gets this law, which is zero. NULL: it begins with zeros. */
  void (*begin)(double *state);
  /** After `begin`, of a contact that had another law: the force that this one left on end 2, N, in
   * global axes. NULL: it is of no interest. */
  void (*replace)(const double force[3], double *state);
  /** Why property `index` cannot be what these parameters say, of a contact in that state (NULL: in
   * none yet); NULL: it can. */
  const char *(*refuse)(int dim, int index, const double *param, const double *state);
  /** Fills parameters that no property names, from those that properties name; called whenever a
   * set of parameters is made. NULL: there are none. */
  void (*prepare)(double *param);
  bool starts_with_force; /**< a contact made outside of the cycle is evaluated once, without
                             increments (docs/decisions.md) */
  /** Inherited values.
   *  @param value  of each of the two pieces, by index in `prop`
   *  @param have   which of them each piece holds
   *  @param param  the parameters that follow are written to param[slot]
   *  @return the set of slots written (bit = slot) */
  uint64_t (*inherit)(const double *value[2], const bool *have[2], double *param);
  /** SCR_PROP_DERIVED: the value of property `index`; out holds up to 3 numbers. */
  void (*derive)(const struct scr_model *m, int index, const scr_ends *e, const double *param,
                 const double *state, double *out);
  /** SCR_PROP_DERIVED that is not read only: the state becomes one of which `derive` tells `value`
   * (up to 3 numbers), or what is nearest to that. */
  void (*assign)(const struct scr_model *m, int index, const scr_ends *e, const double *param,
                 const double *value, double *state);
  /** SCR_PROP_TEXT: what users see of the numbers that `derive` gave property `index`; `to` has
   * room for SCR_TEXT bytes. */
  void (*text)(int index, int dim, const double *number, char *to);
  /** After the user set property `index` of state (hz_force): may change parameters (rgap); or of a
   * parameter (rgap): may change the state. NULL: nothing to do. */
  void (*state_set)(const scr_ends *e, int index, double *param, double *state);
  /** Stiffness that an as yet untouched ball offers to the timestep: normal, shear, for the twin
   * contact (docs/decisions.md, the timestep), N/m. */
  void (*twin_stiffness)(const scr_ends *e, const double *param, double *kn, double *ks);
  /** The largest gap at which a contact that is not bonded becomes active with these parameters, m.
   * Contacts begin up to there, and last as long, where that is beyond the proximity. It follows
   * from parameters that neither methods nor inheritance change. NULL: 0. */
  double (*reach)(const double *param);
  /** Recomputed energy of one contact, J; what: SCR_STORED_... */
  double (*strain)(const scr_ends *e, int dim, const double *param, const double *state, int what);
  /** Its dashpots, of which the timestep asks where several contacts of a ball have some. NULL: it
   * has none, or others. */
  const scr_dampers *dampers;
  scr_hints hints; /**< optional */
} scr_model;

#endif
