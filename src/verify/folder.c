/* What lies in a folder. */
#include "verify/folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/files.h"

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

bool scr_folder_names(const char *dir, const char *suffix, char ***name, size_t *n) {
  DIR *d = opendir(dir);
  size_t cap = 0;
  *name = NULL, *n = 0;
  if (!d) return false;
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    if (e->d_name[0] == '.' || (suffix && strcmp(scr_path_suffix(e->d_name), suffix) != 0))
      continue;
    SCR_GROW(*name, cap, *n + 1);
    (*name)[(*n)++] = scr_strdup(e->d_name);
  }
  closedir(d);
  if (*n) qsort(*name, *n, sizeof **name, by_text);
  return true;
}

void scr_names_list_free(char **name, size_t n) {
  for (size_t k = 0; k < n; k++) scr_free(name[k]);
  scr_free(name);
}

bool scr_is_folder(const char *path) {
  DIR *d = opendir(path);
  if (d) closedir(d);
  return d != NULL;
}
