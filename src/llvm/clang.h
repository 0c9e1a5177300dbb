/* The clang that is called, and the version of LLVM that is loaded: chosen when Tandem is built (meson option llvm). */
#ifndef TANDEM_LLVM_CLANG_H
#define TANDEM_LLVM_CLANG_H

#include <tandem_clang.h> /* TANDEM_CLANG "clang-19", TANDEM_CLANG_VERSION 19: the build writes it */

#define CLANG_TEXT_OF(x) #x
#define CLANG_TEXT(x) CLANG_TEXT_OF(x)
#define CLANG_VERSION_TEXT CLANG_TEXT(TANDEM_CLANG_VERSION)
/* Debian's packages. */
#define CLANG_PACKAGES TANDEM_CLANG " and libclang-rt-" CLANG_VERSION_TEXT "-dev"

#endif
