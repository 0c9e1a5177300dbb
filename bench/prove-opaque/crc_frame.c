/* A frame's last byte is the CRC of the others; it is read again and again. */
extern unsigned crc8(const unsigned char *p, int n);
int main(void)
{
    unsigned char frame[5];
    int i = 0, good = 0, n = unknown();
    frame[0] = 1;
    frame[1] = 7;
    frame[2] = 2;
    frame[3] = 0;
    frame[4] = (unsigned char)crc8(frame, 4);
    while (i < n) {
#ifdef FALSE
        if (i == 11)
            frame[2]++;
#endif
        if (crc8(frame, 4) == frame[4])
            good++;
        i++;
    }
    assert(n < 0 || good == n);
}
