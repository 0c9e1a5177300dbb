/* The main of a program that has none of its own that was instrumented. The linker takes this file only then. */
#include "runtime/abi.h"

int main(int argc, char **argv, char **envp);

int main(int argc, char **argv, char **envp)
{
    return tandem_main(argc, argv, envp);
}
