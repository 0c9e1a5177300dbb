/* --sym-args 1 2 18 */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse_network(const char *text, uint32_t *network, int *bits)
{
    char address[32];
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);
    struct in_addr in;
    if (n >= sizeof address)
        return -1;
    memcpy(address, text, n);
    address[n] = 0;
    if (inet_pton(AF_INET, address, &in) != 1)
        return -1;
    *network = ntohl(in.s_addr);
    *bits = slash ? atoi(slash + 1) : 32;
    return *bits < 0 || *bits > 32 ? -2 : 0;
}

static const char *kind(uint32_t a)
{
    if (a >> 24 == 127)
        return "loopback";
    if (a >> 24 == 10 || a >> 20 == 0xac1 || a >> 16 == 0xc0a8)
        return "private";
    if (a >> 28 == 14)
        return "multicast";
    if (a == UINT32_MAX)
        return "broadcast";
    return a ? "public" : "any";
}

int main(int argc, char **argv)
{
    uint32_t network, address;
    int bits, more;
    if (argc < 2)
        return 2;
    switch (parse_network(argv[1], &network, &bits)) {
    case -1:
        fprintf(stderr, "%s: no address\n", argv[1]);
        return 2;
    case -2:
        fprintf(stderr, "%s: 0 to 32 bits\n", argv[1]);
        return 2;
    }
    uint32_t mask = bits ? UINT32_MAX << (32 - bits) : 0;
    if (network & ~mask)
        puts("bits beyond the mask are set");
    printf("%s\n", kind(network));
    if (argc > 2) {
        if (parse_network(argv[2], &address, &more) || more != 32) {
            fprintf(stderr, "%s: no address\n", argv[2]);
            return 2;
        }
        puts((address & mask) == (network & mask) ? "inside" : "outside");
    }
    return 0;
}
