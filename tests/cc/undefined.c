/* Operations that may be undefined: each is a check. */
unsigned char input_byte(void);

static int table[10];

int main(void)
{
    int x = input_byte();
    int sum = x + 2147483000;
    int shifted = 1 << (x & 63);
    return (sum ^ shifted ^ table[x & 7] ^ 100 / (x - 1)) & 0;
}
