/* What the frames of a movie share, so that its picture does not jump: the camera of the first
 * frame in which there is something to see, and bounds of colours, which only grow. */
#ifndef SCR_CMD_VIEW_KEPT_H
#define SCR_CMD_VIEW_KEPT_H

#include "base/bytes.h"
#include "cmd/view.h"

/* Of one item. */
typedef struct scr_kept_item {
  double lo, hi; /* of the values of all frames; lo > hi: there was none */
  double most;   /* largest force of all frames, N */
} scr_kept_item;

struct scr_view_kept {
  uint64_t mark;                      /* of the words of the view that all this belongs to */
  double center[3], height, distance; /* of the camera, m; height 0: none was settled yet */
  double beside;                      /* pixels that legends took beside the model at most */
  scr_kept_item *item;
  size_t n, cap;
};

/* Before a frame: forgets what belongs to other words. */
void scr_view_kept_begin(scr_view_kept *kept, const scr_view *v);
/* The place of the model, with room for the widest legends so far. */
void scr_view_kept_place(scr_view_kept *kept, scr_port *port);
/* Takes the camera of the first frame that has something to see, or gives it back. */
void scr_view_kept_aim(scr_view_kept *kept, scr_scene *scene);
void scr_view_kept_clear(scr_view_kept *kept);

/* To and from save files. */
void scr_view_kept_put(const scr_view_kept *kept, scr_buf *b);
void scr_view_kept_get(scr_view_kept *kept, scr_bytes *in);

#endif
