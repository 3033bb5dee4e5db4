/* Bricks in files: a save file with a world, and a section that tells that it is one. See
 * save_bricks.h. */
#include "io/save_bricks.h"

#include "base/str.h"
#include "io/save_world.h"

#define SECTION_BRICK "brick"

/* ---- writing ---- */

static bool put_brick(const scr_brick *b, scr_saveout *o) {
  scr_put_u32(scr_saveout_begin(o, SECTION_BRICK), b->id);
  scr_saveout_end(o);
  scr_save_world(b->of, o);
  return scr_saveout_close(o, true);
}

bool scr_brick_write(scr_diag *d, const scr_brick *b, const char *path) {
  return put_brick(b, scr_saveout_file(d, path));
}

void scr_save_bricks(const scr_bricks *all, scr_saveout *o) {
  if (!all->n) return;
  scr_buf *to = scr_saveout_begin(o, SCR_SECTION_BRICKS);
  scr_diag d = {0}; /* nothing fails in memory */
  scr_put_u64(to, all->n);
  for (size_t k = 0; k < all->n; k++) {
    scr_buf image = {0};
    put_brick(&all->item[k], scr_saveout_memory(&d, &image));
    scr_put_u64(to, image.n);
    scr_buf_put(to, image.s, image.n);
    scr_buf_free(&image);
  }
  scr_saveout_end(o);
}

/* ---- reading ---- */

/* What a brick never has. */
static bool is_plain(scr_savefile *f, const scr_world *of) {
  return !(of->wall.n || of->nmeasure || of->ninlet || of->energy_on || of->kick_pending ||
           of->fractures.n || of->domain.rate[0] != 0 || of->domain.rate[1] != 0 ||
           of->domain.rate[2] != 0) ||
         scr_savefile_bad(f, SECTION_BRICK, "it holds more than balls and contacts");
}

static bool get_brick(scr_savefile *f, int dim, scr_brick *b) {
  scr_bytes in;
  if (!scr_savefile_holds(f, SECTION_BRICK))
    return scr_fail(f->d, NULL, SCR_E_SAVE, "'%s' holds no brick", f->path);
  if (!scr_savefile_take(f, SECTION_BRICK, &in)) return false;
  b->id = scr_get_u32(&in);
  in.bad |= b->id == 0 || b->id > INT32_MAX;
  if (!scr_savefile_complete(f, SECTION_BRICK, &in)) return false;
  b->of = scr_load_world(f, 1);
  return b->of && is_plain(f, b->of) && scr_brick_fits(b->of, f->d, dim) &&
         scr_savefile_all_taken(f);
}

/* A brick of a file that was read, if it was. */
static scr_brick take_brick(scr_savefile *f, bool read, int dim) {
  scr_brick b = {0};
  const bool ok = read && get_brick(f, dim, &b);
  scr_savefile_free(f);
  if (!ok && b.of) scr_world_free(b.of);
  return ok ? b : (scr_brick){0};
}

scr_brick scr_brick_read(scr_diag *d, const char *path, int dim) {
  scr_savefile f;
  const bool read = scr_savefile_read(&f, d, path, NULL);
  return take_brick(&f, read, dim);
}

static bool get_image(scr_savefile *f, scr_bytes *in, int dim, scr_bricks *all) {
  const size_t size = scr_get_count(in, 1);
  const unsigned char *image = scr_get_span(in, size);
  scr_savefile own;
  if (!image) return true; /* told at the end */
  const bool read = scr_savefile_parse(&own, f->d, f->path, image, size);
  const scr_brick b = take_brick(&own, read, dim);
  if (!b.of) return false;
  in->bad |= b.id < scr_brick_next_id(all);
  if (in->bad)
    scr_world_free(b.of);
  else
    scr_brick_put(all, b.id, b.of);
  return true;
}

bool scr_load_bricks(scr_savefile *f, int dim, scr_bricks *all) {
  scr_bytes in;
  if (!scr_savefile_holds(f, SCR_SECTION_BRICKS)) return true;
  if (!scr_savefile_take(f, SCR_SECTION_BRICKS, &in)) return false;
  const size_t n = scr_get_count(&in, 1);
  for (size_t k = 0; k < n && !in.bad; k++)
    if (!get_image(f, &in, dim, all)) return false;
  return scr_savefile_complete(f, SCR_SECTION_BRICKS, &in);
}
