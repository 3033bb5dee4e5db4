/* FISH: names that are known but not offered, each with the reason that the message gives. */
#include "script/absent.h"
#include "script/lib_private.h"

#define WHY_CLUMP   "there are no clumps: " SCR_ABOUT_CLUMP
#define WHY_MEASURE "regions do not measure it; m_s11, m_ed11, m_poros and m_coord are there"
#define WHY_THERMAL "there is no thermal process: " SCR_ABOUT_THERMAL
#define WHY_FLUID   "there is no coupling to a fluid: " SCR_ABOUT_FLUID
#define WHY_CREEP   "there is no creep process: " SCR_ABOUT_CREEP
#define WHY_DYNAMIC                                                                                \
  "the dynamic process is that of zones (FLAC); mech.time.total and its like tell of this one"
#define WHY_DFN        "it is not part of what is done with fractures: " SCR_ABOUT_DFN
#define WHY_REMOVE     "geom.set.delete, geom.node.delete and their like delete things"
#define WHY_PLOT       "functions draw nothing since PFC 5; 'plot item create' and 'plot export' do"
#define WHY_VERSION    "results do not depend on the version"
#define WHY_RANGE      "a range with a name is asked by in_range(name, thing)"
#define WHY_PROCESSORS "results do not depend on the number of processors"
#define WHY_STRENGTH                                                                               \
  "a factor of safety is found by reducing strengths of zones (FLAC); lower 'fric' in steps"
#define WHY_ORIENTATION "orientations are read by ball.rotation (2D, degrees) and ball.euler (3D)"
#define WHY_ACTIVATE    "a contact is active while its law carries force: each step decides"
#define WHY_PERSIST     "a contact lasts while its gap is below the proximity; set that in the CMAT"
#define WHY_FID         "a contact is named by contact.typeid and contact.id"
#define WHY_VERTEX      "a vertex goes with its last facet: wall.facet.delete"
#define WHY_JOINTS                                                                                 \
  "joint sets of PFC 3 and 4 are not made; 'fracture create' and a range 'fracture' find what "    \
  "contacts cross a plane"
#define WHY_PERIODIC                                                                               \
  "a periodic space is a domain today: domain.condition, domain.min, domain.max and "              \
  "domain.strain.rate tell of it"
#define WHY_SHAPE    "walls consist of facets; see w_flist and wf_next"
#define WHY_BOND     "c_prop and contact.prop read what the law of a bond has"
#define WHY_INTERNAL "it shows how neighbours are searched, which is not part of a model"
#define WHY_DAMPING  "dashpots are properties of the contact law; see c_prop"
#define WHY_FIX      "each component has a name of its own: b_xfix, b_yfix, b_zfix, b_rfix"
#define WHY_ENERGIES "energies are read one by one: mech.energy('energy-kinetic')"
#define WHY_LEGACY   "nothing in this engine corresponds to it"

#define ROW(why, name, flags)                                                                      \
  {name, 0, -1, ":*", NULL, NULL, NULL, SCR_FN_REFUSED | (flags), WHY_##why},
#define M(why, name) ROW(why, name, 0)
#define V(why, name) M(why, name) M(why, name ".x") M(why, name ".y") M(why, name ".z")
#define L(why, name) ROW(why, name, SCR_FN_LEGACY)
static const scr_fish_fn rows[] = {
#include "script/lib_refused.def"
};
const scr_lib_rows scr_lib_rows_refused = {rows, SCR_COUNTOF(rows)};
