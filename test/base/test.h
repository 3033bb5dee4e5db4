/* What every unit test includes: cmocka with the headers that it wants first. */
#ifndef SCR_TEST_H
#define SCR_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#endif
