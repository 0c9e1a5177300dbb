/* C text around shims (native.h): what they include, and what they need for texts and long double. */
#ifndef TANDEM_BOX_BIND_NATIVE_PRELUDE_H
#define TANDEM_BOX_BIND_NATIVE_PRELUDE_H

static const char native_prelude[] =
    "#define _GNU_SOURCE\n"
    "#include <ctype.h>\n#include <errno.h>\n#include <math.h>\n#include <stdbool.h>\n"
    "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n#include <time.h>\n#include <wchar.h>\n";

static const char native_helpers[] =
    "#define TANDEM_IS(x, t) __builtin_types_compatible_p(__typeof__(x), t[sizeof(x)])\n"
    "#define TANDEM_ARRAY(x) (TANDEM_IS(x, char) || TANDEM_IS(x, unsigned char) || TANDEM_IS(x, "
    "signed char))\n"
    /* a text is in an array, or behind a pointer */
    "#define TANDEM_TEXT(x) ((void)sizeof(char[TANDEM_ARRAY(x) || sizeof(x) == sizeof(void *) ? 1 "
    ": -1]))\n"
    "#define TANDEM_PUT(x, a) do { const void *p_ = (a); TANDEM_TEXT(x); if (TANDEM_ARRAY(x)) \\\n"
    "    strncpy((char *)&(x), p_, sizeof(x)); else memcpy(&(x), &p_, sizeof p_ < sizeof(x) ? "
    "sizeof p_ : sizeof(x)); \\\n"
    "} while (0)\n"
    "#define TANDEM_GET(x) (TANDEM_TEXT(x), tandem_text(TANDEM_ARRAY(x) ? (const char *)&(x) : "
    "*(const char **)&(x), \\\n"
    "    TANDEM_ARRAY(x) ? sizeof(x) : 65535))\n"
    "static inline const char *tandem_text(const char *text, size_t most)\n"
    "{\n"
    "    static char kept[65536];\n"
    "    size_t n = text ? strnlen(text, most < 65535 ? most : 65535) : 65535;\n"
    "    if (n == 65535)\n"
    "        return NULL;\n"
    "    memcpy(kept, text, n);\n"
    "    kept[n] = 0;\n"
    "    return kept;\n"
    "}\n"
    /* x87: the leading bit of the significand is there */
    "static inline long double tandem_long(const uint8_t *bits)\n"
    "{\n"
    "    uint64_t low;\n"
    "    uint16_t high;\n"
    "    long double x = 0;\n"
    "    memcpy(&low, bits, 8);\n"
    "    memcpy(&high, bits + 8, 2);\n"
    "    uint16_t head = (uint16_t)(high << 1 | low >> 63);\n"
    "    low = (low & INT64_MAX) | (uint64_t)((head & 0x7fff) != 0) << 63;\n"
    "    memcpy(&x, &low, 8);\n"
    "    memcpy((char *)&x + 8, &head, 2);\n"
    "    return x;\n"
    "}\n"
    "static inline void tandem_put_long(uint8_t *bits, long double x)\n"
    "{\n"
    "    uint64_t low;\n"
    "    uint16_t head;\n"
    "    memcpy(&low, &x, 8);\n"
    "    memcpy(&head, (char *)&x + 8, 2);\n"
    "    low = (low & INT64_MAX) | (uint64_t)(head & 1) << 63;\n"
    "    head >>= 1;\n"
    "    memcpy(bits, &low, 8);\n"
    "    memcpy(bits + 8, &head, 2);\n"
    "}\n";

#endif
