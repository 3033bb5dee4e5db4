/* Constants: what is computed while compiling, and, for who checks, what would be an error whenever
 * it is reached. */
#include "script/gen.h"

/* The last n instructions, if all of them are constants and no jump leads between them; borrowed.
 */
static bool last_constants(const scr_gen *g, int n, scr_val *v) {
  const scr_prog *p = g->p;
  const size_t first = p->n - (size_t)n;
  if (n > SCR_ARGS_MAX || (size_t)n > p->n || (n > 0 && g->barrier > (int)first)) return false;
  for (size_t k = 0; k < (size_t)n; k++) {
    if (p->ins[first + k].op != OP_CONST) return false;
    v[k] = p->k[p->ins[first + k].c];
  }
  return true;
}

static bool holds_object(const scr_val *v, int n) {
  for (int k = 0; k < n; k++)
    if (v[k].type >= SCR_V_STR) return true;
  return false;
}

/* n constants at the end of the code become one. */
static void replace(scr_gen *g, const scr_token *t, int n, scr_val v) {
  g->p->n -= (size_t)n;
  g->height -= n;
  scr_emit_const(g, t, v);
}

/* A check goes on after a wrong number of arguments. */
static bool suits(const scr_row *r, int n) {
  return n >= r->fn->min && (r->fn->max < 0 || n <= r->fn->max);
}

/* May the row be called while compiling, with these arguments? Where nothing runs, what makes a
 * container is called too. */
static bool may_call(const scr_gen *g, const scr_row *r, int n, const scr_val *arg) {
  enum { LARGE = 4096 }; /* what is asked for by such a number is not made */
  if (r->fn->flags & SCR_FN_PURE) return true;
  if (!(r->fn->flags & SCR_FN_TRY) || !g->f->host.use || n == 0) return false;
  for (int k = 0; k < n; k++)
    if (arg[k].type == SCR_V_INT && arg[k].i > LARGE) return false;
  return true;
}

static bool call(scr_gen *g, const scr_row *r, int n, const scr_val *arg, scr_val *out) {
  const scr_prog *outer = g->f->folding;
  g->f->folding = g->p;
  const bool good = r->fn->call(g->f, n, arg, out);
  g->f->folding = outer;
  return good;
}

bool scr_fold_call(scr_gen *g, const scr_token *name, const scr_row *r, int n) {
  scr_val arg[SCR_ARGS_MAX], out = {0};
  scr_diag *diag = g->f->diag, unheard = {0};
  const bool objects =
      g->f->host.use != NULL; /* one that runs would have a container of its own at each call */
  if (!suits(r, n) || !last_constants(g, n, arg) || !may_call(g, r, n, arg) ||
      (!objects && holds_object(arg, n)))
    return false;
  g->f->diag = &unheard;
  bool fine = scr_row_check(g->f, r, 0, n, arg) && call(g, r, n, arg, &out);
  g->f->diag = diag;
  scr_diag_clear(&unheard);
  fine = fine && (n == 0 || objects || out.type < SCR_V_STR);
  if (fine)
    replace(g, name, n, out);
  else
    scr_drop(out);
  return fine;
}

bool scr_fold_vector(scr_gen *g, const scr_token *t, int n) {
  scr_val part[3];
  double x[3] = {0};
  if (!last_constants(g, n, part)) return false;
  for (int k = 0; k < n; k++)
    if (!scr_val_number(&part[k], &x[k])) return false;
  replace(g, t, n, scr_val_vec(n, x));
  return true;
}

/* ---- who only checks ---- */

/* What the dimension of the model leaves out is not judged. */
static bool judges(const scr_gen *g) { return g->f->host.use && !g->left_out; }

/* Messages without a place of their own belong to the token. */
static scr_loc stand_at(scr_gen *g, const scr_token *t) {
  const scr_loc old = g->f->diag->at;
  g->f->diag->at = (scr_loc){g->lex.src, t->line, t->col, t->len};
  return old;
}

bool scr_try_row(scr_gen *g, const scr_token *name, const scr_row *r, int n) {
  scr_val arg[SCR_ARGS_MAX], out = {0};
  if (!judges(g) || n == 0 || !suits(r, n) || !last_constants(g, n, arg)) return true;
  const bool may = may_call(g, r, n, arg);
  const scr_loc old = stand_at(g, name);
  const bool fine = scr_row_check(g->f, r, 0, n, arg) && (!may || call(g, r, n, arg, &out));
  g->f->diag->at = old;
  scr_drop(out);
  return fine || scr_recover(g);
}

/* How many values an operation takes that may fail on constants; 0: it is none of them. */
static int operands(scr_op op, int a) {
  switch (op) {
  case OP_NEG:
  case OP_NOT:
  case OP_TRUTH:
  case OP_AND:
  case OP_OR:
  case OP_JUMP_FALSE:
  case OP_JUMP_TRUE: return 1;
  case OP_VECTOR:
  case OP_ARRAY: return a;
  default: return 0;
  }
}

static bool would_do(scr_gen *g, scr_op op, int n, const scr_val *v) {
  scr_val out = {0};
  size_t dim[SCR_DIMS_MAX];
  bool done;
  double x;
  switch (op) {
  case OP_NEG:
  case OP_NOT:
    done = op == OP_NOT ? scr_op_not(g->f, v, &out) : scr_op_negate(g->f, g->short_ints, v, &out);
    if (done) scr_drop(out);
    return done;
  case OP_ARRAY: return scr_op_sizes(g->f, n, v, dim);
  case OP_VECTOR:
    for (int k = 0; k < n; k++)
      if (!scr_val_number(&v[k], &x)) return scr_op_component_fails(g->f, k, &v[k]);
    return true;
  default: return scr_op_truth(g->f, v, &done);
  }
}

void scr_try_operation(scr_gen *g, const scr_token *t, scr_op op, int a) {
  scr_val v[SCR_ARGS_MAX];
  const int n = judges(g) ? operands(op, a) : 0;
  if (n == 0 || g->f->diag->failed || !last_constants(g, n, v)) return;
  const scr_loc old = stand_at(g, t);
  if (!would_do(g, op, n, v)) scr_recover(g);
  g->f->diag->at = old;
}

void scr_try_binary(scr_gen *g, const scr_token *t, scr_op op, const scr_val *left,
                    const scr_val *right) {
  const scr_val one =
      scr_val_int(1); /* nothing can be divided by zero, whatever stands on the left */
  double divisor = 1;
  scr_val r = {0};
  const bool divides = op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD;
  if (!judges(g) || (!left && !(divides && scr_val_number(right, &divisor) && divisor == 0)))
    return;
  const scr_loc old = stand_at(g, t);
  if (!scr_op_binary(g->f, op, g->short_ints, left ? left : &one, right, &r)) scr_recover(g);
  g->f->diag->at = old;
  scr_drop(r);
}

/* The value on the stack, unless it is computed. */
static const scr_val *constant(const scr_gen *g) {
  scr_val v;
  return g->p->n > 0 && last_constants(g, 1, &v) ? &g->p->k[g->p->ins[g->p->n - 1].c] : NULL;
}

static void try_constant(scr_gen *g, const scr_token *t,
                         bool (*takes)(scr_fish *f, const scr_val *v)) {
  const scr_val *v = judges(g) ? constant(g) : NULL;
  if (!v) return;
  const scr_loc old = stand_at(g, t);
  if (!takes(g->f, v)) scr_recover(g);
  g->f->diag->at = old;
}

void scr_try_each(scr_gen *g, const scr_token *t) { try_constant(g, t, scr_op_goes_over); }

void scr_try_split(scr_gen *g, const scr_token *t) { try_constant(g, t, scr_op_splits); }

void scr_try_bound(scr_gen *g, const scr_token *t, bool step) {
  const scr_val one = scr_val_int(1), *v = judges(g) ? constant(g) : NULL;
  if (!v) return;
  const scr_loc old = stand_at(g, t);
  if (!scr_op_counts(g->f, step ? &one : v, &one, step ? v : &one)) scr_recover(g);
  g->f->diag->at = old;
}

/* Of a component that only a model of 3D has a warning tells where the function may never come to.
 */
static bool index_fails(scr_gen *g, const scr_token *name, const scr_index_limit *l, int64_t i) {
  const int most = l->most[scr_fish_dim(g->f) == 3];
  const scr_loc at = {g->lex.src, name->line, name->col, name->len};
  if (i >= 1 && i <= most) return true;
  if (i >= 1 && i <= l->most[1] && scr_may_be_skipped(g))
    return scr_warn(g->f->diag, &at, SCR_E_VALUE, "%s %lld is out of range: 1 to %d", l->what,
                    (long long)i, most);
  return scr_fail(g->f->diag, &at, SCR_E_VALUE, "%s %lld is out of range: 1 to %d", l->what,
                  (long long)i, most);
}

bool scr_try_indices(scr_gen *g, const scr_token *name, const scr_row *r, int n) {
  const scr_val *known[SCR_ARGS_MAX];
  if (!judges(g)) return true;
  scr_known_arguments(g, n, known);
  for (int k = 0; k < SCR_MIN(n, r->nsig); k++) {
    const bool asks = r->counts[k] && known[k] && known[k]->type == SCR_V_INT;
    if (asks && !index_fails(g, name, &scr_index_limits[r->counts[k] - 1], known[k]->i))
      return scr_recover(g);
  }
  return true;
}

void scr_try_subscripts(scr_gen *g, const scr_token *name, int n, bool reads) {
  scr_val v[SCR_ARGS_MAX];
  if (!judges(g) || n == 0 || !last_constants(g, n, v)) return;
  for (int k = 0; k < n; k++) {
    if (v[k].type == SCR_V_INT || v[k].type == SCR_V_STR) continue; /* of a map it may be a text */
    if (reads && n == 1 && v[k].type == SCR_V_LIST) continue;       /* selects elements of a list */
    scr_fail_at(g, name, SCR_E_TYPE, "subscript of '%s' is %s, not integer", name->text,
                scr_type_words(g->f, &v[k]));
    scr_recover(g);
    return;
  }
}

void scr_try_value(scr_gen *g, const scr_token *name, const scr_row *r, int n, size_t from) {
  const scr_val *v = g->f->host.use && g->p->n == from + 1 ? constant(g) : NULL;
  if (!g->f->host.literal_value) return;
  scr_val given = v ? *v : (scr_val){0};
  const scr_loc old = stand_at(g, name);
  bool fine = !v || scr_row_check_value(g->f, r, &given);
  fine = fine && g->f->host.literal_value(g->f->host.user, r->fn, n, v ? &given : NULL);
  if (!fine && g->left_out)
    scr_diag_clear(g->f->diag);
  else if (!fine)
    scr_recover(g);
  g->f->diag->at = old;
}
