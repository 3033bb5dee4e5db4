/* Views as data, and their camera: see view.h. */
#include "cmd/view.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/files.h"
#include "cmd/view_kept.h"

scr_view *scr_view_new(void) { return scr_alloc(sizeof(scr_view)); }

static void item_free(scr_view_item *i) {
  scr_free(i->slot);
  scr_free(i->prop);
  scr_free(i->set);
  scr_free(i->range);
}

void scr_view_free(scr_view *v) {
  if (!v) return;
  for (size_t k = 0; k < v->n; k++) item_free(&v->item[k]);
  scr_free(v->item);
  scr_free(v);
}

bool scr_view_by_number(const scr_view_item *i) {
  return i->by > SCR_BY_NOTHING && i->by < SCR_BY_GROUP;
}

scr_view_item *scr_view_add(scr_view *v, scr_view_kind kind) {
  SCR_GROW(v->item, v->cap, v->n + 1);
  scr_view_item *i = &v->item[v->n++];
  *i = (scr_view_item){.kind = kind, .comp = -1, .opacity = -1, .ramp = -1};
  return i;
}

scr_view_item scr_view_copy(const scr_view_item *i) {
  scr_view_item copy = *i;
  copy.slot = i->slot ? scr_strdup(i->slot) : NULL;
  copy.prop = i->prop ? scr_strdup(i->prop) : NULL;
  copy.set = i->set ? scr_strdup(i->set) : NULL;
  copy.range = i->range ? scr_strdup(i->range) : NULL;
  return copy;
}

void scr_view_drop(scr_view *v, size_t k) {
  item_free(&v->item[k]);
  memmove(&v->item[k], &v->item[k + 1], (v->n - k - 1) * sizeof *v->item);
  v->n--;
}

scr_view_item *scr_view_first(scr_view *v, scr_view_kind kind) {
  for (size_t k = 0; k < v->n; k++)
    if (v->item[k].kind == kind && !v->item[k].off) return &v->item[k];
  return NULL;
}

bool scr_view_from_name(const char *name, double from[3]) {
  static const struct {
    const char *name;
    double from[3];
  } row[] = {{"isometric", {0.62, -1, 0.55}},
             {"front", {0, -1, 0}},
             {"back", {0, 1, 0}},
             {"left", {-1, 0, 0}},
             {"right", {1, 0, 0}},
             {"top", {0, 0, 1}},
             {"bottom", {0, 0, -1}}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    if (scr_casecmp(row[k].name, name) != 0) continue;
    memcpy(from, row[k].from, sizeof row[k].from);
    return true;
  }
  return false;
}

/* The camera as far as it does not follow from what is seen. */
static void look(const scr_view *v, scr_scene *scene) {
  double from[3] = {0, 0, 1};
  if (scene->dim == 3 && v->has_from)
    memcpy(from, v->from, sizeof from);
  else if (scene->dim == 3)
    scr_view_from_name("isometric", from);
  scr_camera_look(&scene->camera, from, v->roll);
}

static void add_clip(scr_scene *s, const double n[3], double d) {
  if (s->nclip < SCR_SCENE_CLIPS) s->clip[s->nclip++] = (scr_clip){{n[0], n[1], n[2]}, d};
}

/* Planes across the line of sight, at distances from the centre that grow away from the viewer. */
static void add_slab(const scr_view *v, scr_scene *s) {
  const scr_camera *c = &s->camera;
  double away[3] = {-c->back[0], -c->back[1], -c->back[2]}, at = 0;
  for (int k = 0; k < 3; k++) at += c->back[k] * c->center[k];
  if (v->has_front) add_clip(s, c->back, at - v->front);
  if (v->has_back) add_clip(s, away, v->back - at);
}

/* The height that the view needs about a centre that is given. */
static double height_about(const scr_scene *s, const double center[3], double aspect) {
  scr_camera c = s->camera;
  scr_camera_fit(&c, s, aspect);
  double up = 0, right = 0;
  for (int k = 0; k < 3; k++) {
    up += c.up[k] * (c.center[k] - center[k]);
    right += c.right[k] * (c.center[k] - center[k]);
  }
  return c.height + 2 * SCR_MAX(fabs(up), fabs(right) / aspect);
}

/* The height in which a box of that size around the centre is seen. */
static double height_of_size(const scr_camera *c, const double size[3], double aspect) {
  double up = 0, right = 0;
  for (int k = 0; k < 3; k++) {
    up += fabs(c->up[k]) * size[k];
    right += fabs(c->right[k]) * size[k];
  }
  return SCR_MAX(up, right / aspect);
}

static void fit(const scr_view *v, scr_scene *scene, double aspect) {
  scr_camera *c = &scene->camera;
  scr_camera_fit(c, scene, aspect);
  if (v->has_center) {
    c->height =
        v->has_size ? height_of_size(c, v->size, aspect) : height_about(scene, v->center, aspect);
    memcpy(c->center, v->center, sizeof c->center);
  }
  if (v->perspective && scene->dim == 3) {
    c->distance = v->distance > 0 ? v->distance : 2.6 * c->height;
    if (!v->has_center) scr_camera_widen(c, scene, aspect);
  }
  if (v->magnification > 0) c->height /= v->magnification;
}

void scr_view_aim(const scr_view *v, scr_view_kept *kept, scr_scene *scene, const scr_port *port) {
  look(v, scene);
  fit(v, scene, port->w / port->h);
  if (kept) scr_view_kept_aim(kept, scene);
  scene->nclip = 0;
  for (int k = 0; k < v->nclip; k++) add_clip(scene, v->clip[k].n, v->clip[k].d);
  add_slab(v, scene);
}

bool scr_view_writes(scr_diag *d, const scr_loc *at, const char *path) {
  scr_picture kind = scr_picture_of(path);
  if (kind == SCR_PICTURE_PNG || kind == SCR_PICTURE_SVG) return true;
  scr_fail(d, at, SCR_E_VALUE, "pictures of the model are not written as '%s'",
           scr_path_suffix(path));
  return scr_hint(d, "expected one of: .png, .svg");
}

bool scr_view_shoot(scr_session *s, const scr_view *v, scr_view_kept *kept, scr_scene *scene,
                    scr_caption *caption, scr_port *port, scr_arena *arena) {
  if (kept) scr_view_kept_begin(kept, v);
  if (!scr_view_build(s, v, kept, scene, caption, arena)) return false;
  *port = scr_caption_port(caption, port->width, port->height);
  if (kept) scr_view_kept_place(kept, port);
  scr_view_aim(v, kept, scene, port);
  return true;
}

bool scr_view_write(scr_session *s, const scr_view *v, scr_view_kept *kept, const char *title,
                    int width, int height, const char *path, const scr_loc *at) {
  scr_scene scene = {0};
  scr_caption caption = {.title = title};
  scr_port port = {.width = width, .height = height};
  scr_arena arena = {0};
  const bool ok = scr_view_shoot(s, v, kept, &scene, &caption, &port, &arena) &&
                  scr_scene_write(scr_session_diag(s), at, &scene, &caption, &port,
                                  scr_world_pool(scr_session_world(s)), path);
  scr_arena_free(&arena);
  scr_scene_free(&scene);
  return ok;
}
