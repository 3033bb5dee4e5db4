#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN      __builtin_nanf("")
#define isfinite __builtin_isfinite
double fabs(double x);
double fma(double a, double b, double c);
double fmax(double a, double b);
double fmin(double a, double b);
double sqrt(double x);
