/* Masses and moments of inertia of balls. */
#ifndef SCR_INERTIA_H
#define SCR_INERTIA_H

#include "world/world.h"

void scr_ball_inertia(scr_world *w, uint32_t row); /* after radius or density changed */
void scr_ball_inertia_of(const scr_world *w, uint32_t row, double *m, double *moi);
/* Scaled masses go with the balls, whose half-kick may still be due: row k was row from[k]. */
void scr_inertia_follow(scr_world *w, const uint32_t *from, uint32_t n);
/* The least of the moments of inertia of a body of several pieces, kg m2; in 2D that about z. */
double scr_body_least_inertia(const scr_world *w, uint32_t body);

#endif
