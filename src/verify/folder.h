/* What lies in a folder. */
#ifndef SCR_VERIFY_FOLDER_H
#define SCR_VERIFY_FOLDER_H

#include "base/base.h"

/* Names in a folder, sorted, hidden ones left out; `suffix` (".svg") selects, NULL: all. To be
 * freed. False and errno: the folder cannot be read. */
bool scr_folder_names(const char *dir, const char *suffix, char ***name, size_t *n);
void scr_names_list_free(char **name, size_t n);
bool scr_is_folder(const char *path);

#endif
