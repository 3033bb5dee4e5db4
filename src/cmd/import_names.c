/* Names of columns in the tables of ParaView and OVITO. Sources: files that these programs write,
 * and their documentation (ParaView: a vector's components are numbered; OVITO: particle
 * properties). */
#include <stdio.h>
#include <string.h>
#include "cmd/import_kept.h"

bool scr_import_is_foreign(const char *line) {
  return strstr(line, "Points:0") || strstr(line, "Points_0") || strstr(line, "Position.X");
}

/* Splits "velocity:0", "velocity_0" and "Velocity.X" into a name and 0, 1 or 2; -1: it is whole. */
static int component(char *name) {
  const size_t n = strlen(name);
  if (n < 3) return -1;
  const char mark = name[n - 2], last = name[n - 1];
  int comp = -1;
  if ((mark == ':' || mark == '_') && last >= '0' && last <= '2') comp = last - '0';
  if (mark == '.' && last >= 'X' && last <= 'Z') comp = last - 'X';
  if (comp >= 0) name[n - 2] = 0;
  return comp;
}

static bool vector_of(const scr_import *m, const char *name, int comp, scr_import_column *c) {
  static const char *const places[] = {"Points", "Position", NULL};
  static const char *const spins[] = {"Angular Velocity", "spin", NULL};
  if (scr_is_one_of(name, places)) {
    const bool there = comp < m->a->lib->world->dim;
    *c = (scr_import_column){there ? SCR_COLUMN_POSITION : SCR_COLUMN_NONE, 0, comp};
    return true;
  }
  int q = scr_is_one_of(name, spins) ? SCR_Q_BALL_SPIN : scr_quantity_find(scr_ball_quantity, name);
  if (q < 0 || !scr_quantity_settable(&scr_ball_quantity[q]) ||
      scr_ball_quantity[q].form == SCR_SCALAR)
    return false;
  *c = scr_import_vector(m, q, comp);
  return true;
}

/* Groups are numbers there, and names of types nothing that balls know. */
void scr_import_foreign(const scr_import *m, const scr_quantity_words *words, const char *name,
                        scr_import_column *c, scr_buf *left) {
  static const char *const ids[] = {"Particle Identifier", "id", NULL};
  static const char *const silent[] = {"Point ID", "Cell ID", "Cell Type", "Particle Type", NULL};
  char base[64];
  snprintf(base, sizeof base, "%s", name);
  const int comp = component(base);
  *c = (scr_import_column){SCR_COLUMN_NONE, 0, 0};
  if (comp >= 0 ? vector_of(m, base, comp, c) : scr_is_one_of(name, silent)) return;
  if (comp < 0 && scr_is_one_of(name, ids)) {
    c->kind = SCR_COLUMN_ID;
    return;
  }
  if (comp < 0 && scr_import_column_of(m, words, name, c) && c->kind != SCR_COLUMN_GROUP) return;
  *c = (scr_import_column){SCR_COLUMN_NONE, 0, 0};
  scr_import_leave(left, name);
}
