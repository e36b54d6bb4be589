// The entry of libFuzzer without its own main function (libclang_rt.fuzzer_no_main).

/// Runs a callback with inputs until an option of the arguments ends the run; returns the exit code.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const unsigned char *bytes, unsigned long count));
