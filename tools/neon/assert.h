/* Of this and the headers beside it: what the kernels use of the C library, for a compiler whose
 * target has none here. */
#define assert(condition) ((void)(condition))
#define static_assert _Static_assert
