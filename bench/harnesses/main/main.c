/* A harness as a program that reads standard input. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int main(void)
{
    static uint8_t data[64];
    return LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, stdin));
}
