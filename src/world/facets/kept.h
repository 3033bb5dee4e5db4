/* What the room of facets keeps. */
#ifndef SCR_FACETS_KEPT_H
#define SCR_FACETS_KEPT_H

#include "world/facets/facets.h"

struct scr_facets {
  scr_facet_shape *shape; /* by facet */
  scr_facet_label *label;
  size_t cap_shape, cap_label;
  uint64_t version;     /* of the shapes */
  scr_facet_wall *wall; /* by wall */
  size_t nwall, cap_wall;
  uint64_t path_builds; /* the lists that paths belong to */
  double path;          /* sum of what the fastest vertex moved by in each step since, m */
  bool periodic;
  scr_facet_geometry geometry; /* of contacts and near candidates; a gap beyond all reach for
                                  others */
  uint8_t *feature;            /* closest feature: 0 face, 1 to 3 edge, 4 to 6 vertex */
  size_t cap_feature;
  uint8_t *image_built; /* images when the lists were made, modulo 256, 3 a ball; none where no side
                           is periodic: they stay what they are */
  size_t cap_image;
  bool plain; /* for tests: all candidates are computed in each step, pair by pair, and all claims
                 compared */
};

#endif
