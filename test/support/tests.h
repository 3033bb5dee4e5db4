/* Gives the main() of a file of tests the name by which tests.c calls it; the compiler includes it
 * first. SCR_TEST_MAIN: the name; SCR_TEST_WORDS: it takes the words behind the test's name. */
#ifdef SCR_TEST_MAIN
#define main SCR_TEST_MAIN
#ifdef SCR_TEST_WORDS
int main(int argc, char **argv);
#else
int main(void);
#endif
#endif
