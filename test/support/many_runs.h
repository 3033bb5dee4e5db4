/* What main() of a program is called where many_runs.c calls it; the compiler includes it first. */
int program_main(int argc, char **argv);
