#include <stddef.h>
int memcmp(const void *a, const void *b, size_t n);
int strcmp(const char *a, const char *b);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int value, size_t n);
