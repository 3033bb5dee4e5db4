/* What histories record by a name: properties and extra variables of contacts, balls and walls,
 * energies of contacts. The law of the moment decides whether there is such a thing. */
#ifndef SCR_CMD_HISTORY_LAW_H
#define SCR_CMD_HISTORY_LAW_H

#include "cmd/args.h"

/* Below the rows of quantities, which begin at 0. */
typedef enum scr_recorded {
  SCR_RECORDS_EXTRA = -3, /* its name is the index */
  SCR_RECORDS_ENERGY,
  SCR_RECORDS_PROPERTY
} scr_recorded;

/* The thing that has it. */
typedef struct scr_recorded_of {
  scr_kind kind; /* contact, ball or wall */
  scr_contact contact;
  uint32_t row; /* of a ball or wall */
} scr_recorded_of;

/* Reads the name of a property, or of an energy of a law; false if nothing can ever have it. */
bool scr_recorded_read(scr_args *a, scr_recorded what, scr_kind kind, char **name);
/* How many numbers a property or extra variable of that name may be. */
int scr_recorded_comps(const scr_world *w, scr_kind kind, const char *name);
/* Has the thing got it? A property of no law that it does not keep is an error; one that its law
 * lacks, while others have it, a warning. */
bool scr_recorded_settle(scr_args *a, const scr_loc *at, scr_recorded what, const char *name,
                         const scr_recorded_of *of);
/* How many numbers it is now; 0: there is none. */
int scr_recorded_value(scr_lib *lib, scr_recorded what, const char *name, const scr_recorded_of *of,
                       double v[3]);
const char *scr_recorded_unit(scr_recorded what, const char *name);
/* Is it an energy that stays 0 while energies are off? */
bool scr_recorded_booked(const char *name);

#endif
