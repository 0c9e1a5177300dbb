/* Sixteen bytes are compared at once. */
#include <emmintrin.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    unsigned char in[16];
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 1;
    __m128i a = _mm_loadu_si128((const __m128i *)in);
    __m128i key = _mm_set_epi32(0x0c0d0e0f, 0x1a2b3c4d, 0x55667788, 0x01020304);
    char *cells = calloc(8, 1);
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_xor_si128(a, _mm_set1_epi8(0x20)), key)) == 0xffff)
        cells[8] = 1;
    int r = cells[0];
    free(cells);
    return r;
}
