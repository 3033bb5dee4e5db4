/* What depends on the dimension that a kernel is compiled for. Floor: kernel. */
#ifndef SCR_DIM_H
#define SCR_DIM_H

#define DIM          SCR_DIM
#define EACH_AXIS(c) for (int c = 0; c < DIM; c++)
/* Components of spins and moments: all three in 3D, z alone in 2D. */
#if DIM == 3
#define ROT0 0
#else
#define ROT0 2
#endif
#define EACH_SPIN(c) for (int c = ROT0; c < 3; c++)
/* Components of a vector in the contact plane. */
enum { NT = DIM == 3 ? 3 : 1 };

#endif
