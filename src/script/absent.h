/* What scree does not have, family by family: what such a thing is, since which version of PFC,
 * what to write instead. Messages about commands and about names of FISH end with these words. */
#ifndef SCR_ABSENT_H
#define SCR_ABSENT_H

#define SCR_ABOUT_CLUMP                                                                            \
  "rigid bodies of overlapping pebbles, since PFC 3; bond balls instead (law linearpbond)"
#define SCR_ABOUT_RBLOCK                                                                           \
  "rigid polyhedra, since PFC 6; build them of balls that are bonded (law linearpbond)"
#define SCR_ABOUT_DFN                                                                              \
  "'fracture create', 'generate' and 'joint-set' make them ('dfn' in PFC 5), 'fracture compute' "  \
  "and fracture.intersect measure them"
#define SCR_ABOUT_DATA                                                                             \
  "points with values for plots ('user' in PFC 5); keep them in a table or a map of FISH"
#define SCR_ABOUT_THERMAL                                                                          \
  "heat in balls and along contacts, since PFC 3; the model is mechanical alone"
#define SCR_ABOUT_FLUID                                                                            \
  "a flow around the balls, since PFC 3; put its drag on balls as ball.force.app in a callback"
#define SCR_ABOUT_ZONE                                                                             \
  "a mesh of a continuum that FLAC computes, beside PFC since version 6; balls that are bonded "   \
  "(law linearpbond) make a solid, walls (wall servo) a boundary"
#define SCR_ABOUT_STRUCTURE                                                                        \
  "beams, cables, shells and liners that FLAC computes; bond balls in a row or a layer instead "   \
  "(law linearpbond)"
#define SCR_ABOUT_CREEP "since PFC 5, for laws with rates; 'burger' creeps in mechanical time"

#endif
