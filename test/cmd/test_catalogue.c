/* All that the tables of commands, functions, attributes and laws say, but for the texts of help:
 * whoever changes a row changes catalogue.txt, which `scree_tests cmd.catalogue renew` writes. */
#include "base/test.h"

#include <stdio.h>

#include "cmd/commands.h"
#include "cmd/legacy.h"
#include "model/models.h"
#include "support/library.h"
#include "world/quantity.h"

#define CATALOGUE CMD_DIR "/catalogue.txt"

static void tell_functions(scr_buf *out) {
  bench *b = bench_new();
  for (size_t k = 0; k < scr_fish_rows(b->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(b->fish, k);
    scr_buf_printf(out, "fish %s %d %d %s %x%s%s%s\n", fn->name, fn->min, fn->max, fn->sig,
                   fn->flags, fn->call ? " read" : "", fn->assign ? " assign" : "",
                   fn->edit ? " edit" : "");
  }
  bench_free(b);
}

static void tell_words(const char *of, const scr_word_row *words, scr_buf *out) {
  for (const scr_word_row *r = words; r && r->word; r++)
    scr_buf_printf(out, "%s. %s %s%s\n", of, r->word, r->args ? r->args : "",
                   r->doc[0] == '!' ? "!" : "");
}

static void tell_command(const char *dialect, const scr_command *c, scr_buf *out) {
  scr_buf_printf(out, "%s %s %s %x%s\n", dialect, c->name, c->args ? c->args : "", c->flags,
                 c->run ? "" : " refused");
  tell_words("", c->words, out);
}

static void tell_commands(scr_buf *out) {
  for (size_t k = 0; k < scr_command_count(); k++) tell_command("command", scr_command_at(k), out);
  for (size_t k = 0; k < scr_legacy_count(); k++) tell_command("legacy", scr_legacy_at(k), out);
  for (const scr_alias *a = scr_aliases; a->from; a++)
    scr_buf_printf(out, "alias %s = %s\n", a->from, a->to);
}

static void tell_more_words(scr_buf *out) {
  static const struct {
    const char *name;
    const scr_word_row *row;
  } table[] = {{"condition", scr_condition_words},
               {"timestep", scr_timestep_words},
               {"disk", scr_disk_words},
               {"plane", scr_plane_words},
               {"box", scr_box_words},
               {"circle", scr_circle_words},
               {"sphere", scr_sphere_words},
               {"cylinder", scr_cylinder_words},
               {"cone", scr_cone_words},
               {"point", scr_point_words},
               {"polygon", scr_polygon_words},
               {"group", scr_group_words},
               {"range", scr_range_words},
               {"modifier", scr_modifier_words},
               {"fishcall", scr_legacy_fishcall_words}};
  for (size_t k = 0; k < SCR_COUNTOF(table); k++) tell_words(table[k].name, table[k].row, out);
}

static void tell_quantities(const char *of, const scr_quantity *q, scr_buf *out) {
  for (; q->name; q++)
    scr_buf_printf(out, "%s %s %d '%s' '%s' %x %d %s\n", of, q->name, (int)q->form, q->assigned,
                   q->unit, q->flags, q->column, q->fish ? q->fish : "-");
}

static void tell_law(const scr_model *m, scr_buf *out) {
  scr_buf_printf(out, "law %s %d %d%s%s%s%s%s%s%s bond %d lives %d\n", m->name, m->nparam,
                 m->nstate, m->rotates ? " rotates" : "", m->bonds ? " bonds" : "",
                 m->balls_only ? " balls" : "", m->yields ? " yields" : "",
                 m->clings ? " clings" : "", m->wanders ? " wanders" : "",
                 m->starts_with_force ? " starts" : "", m->bond, m->lives);
  for (int k = 0; k < m->nprop; k++) {
    const scr_prop *p = &m->prop[k];
    scr_buf_printf(out, ". %s %d %d %d %.17g %.17g %.17g %x '%s'\n", p->name, (int)p->type,
                   (int)p->kind, p->slot, p->lo, p->hi, p->def, p->flags, p->unit);
  }
  for (int k = 0; m->shear_state && m->shear_state[k] >= 0; k++)
    scr_buf_printf(out, ". shear %d\n", m->shear_state[k]);
  for (int k = 0; k < m->nmethod; k++) {
    scr_buf_printf(out, ". method %s%s", m->method[k].name, m->method[k].touches ? " touches" : "");
    for (const char *const *a = m->method[k].args; *a; a++) scr_buf_printf(out, " %s", *a);
    scr_buf_puts(out, "\n");
  }
}

static void tell_all(scr_buf *out) {
  tell_commands(out);
  tell_more_words(out);
  tell_functions(out);
  tell_quantities("ball", scr_ball_quantity, out);
  tell_quantities("wall", scr_wall_quantity, out);
  tell_quantities("contact", scr_contact_quantity, out);
  for (int k = 0; k < scr_model_count(); k++) tell_law(scr_model_at(k), out);
}

/* The first line in which they differ says more than all of them. */
static void rows_are_those_of_the_catalogue(void **state) {
  SCR_UNUSED(state);
  scr_buf told = {0};
  char line[4096];
  FILE *f = fopen(CATALOGUE, "r");
  assert_non_null(f);
  tell_all(&told);
  const char *at = told.s;
  for (int k = 1; fgets(line, sizeof line, f); k++) {
    const size_t n = strlen(line);
    if (strncmp(at, line, n) != 0)
      fail_msg("line %d of catalogue.txt is\n%sand would be\n%.*s", k, line, (int)strcspn(at, "\n"),
               at);
    at += n;
  }
  if (*at) fail_msg("catalogue.txt ends before\n%.*s", (int)strcspn(at, "\n"), at);
  fclose(f);
  scr_buf_free(&told);
}

static int renew(void) {
  scr_buf told = {0};
  FILE *f = fopen(CATALOGUE, "w");
  if (!f) return 1;
  tell_all(&told);
  fputs(told.s, f);
  scr_buf_free(&told);
  return fclose(f) != 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "renew") == 0) return renew();
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_those_of_the_catalogue)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
