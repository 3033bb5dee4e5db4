#include <stddef.h>
_Noreturn void abort(void);
