/* A buffer is filled with a byte; equal buffers have equal sums. */
extern unsigned crc8(const unsigned char *p, int n);
int main(void)
{
    unsigned char a[4], b[4];
    int i = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    while (i < 4) {
        a[i] = c;
        b[i] = c;
        i++;
    }
#ifdef FALSE
    b[3] = 77;
#endif
    assert(crc8(a, 4) == crc8(b, 4));
}
