/* The opaque side of the programs in this folder: only ever run. */
unsigned crc8(const unsigned char *p, int n)
{
    unsigned c = 0xff;
    for (int i = 0; i < n; i++) {
        c ^= p[i];
        for (int k = 0; k < 8; k++)
            c = c & 0x80 ? (c << 1 ^ 0x31) & 0xff : c << 1;
    }
    return c & 0xff;
}

int sum_of(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int occurrences(const char *s, char c)
{
    int n = 0;
    for (; *s; s++)
        n += *s == c;
    return n;
}

void divide(int a, int b, int *quotient, int *remainder)
{
    *quotient = a / b;
    *remainder = a % b;
}

int parse_digit(int c, int *out)
{
    if (c < '0' || c > '9')
        return 0;
    *out = c - '0';
    return 1;
}

void extremes(const int *a, int n, int *low, int *high)
{
    *low = *high = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] < *low)
            *low = a[i];
        if (a[i] > *high)
            *high = a[i];
    }
}

struct point {
    int x, y;
};

void advance(struct point *p, int steps)
{
    p->x += steps;
    p->y -= steps;
}

unsigned next_random(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 16 & 0x7fff;
}

static int issued;
int next_ticket(void)
{
    return ++issued;
}

static int level;
void fill(int litres)
{
    level += litres;
}
int drain(void)
{
    int all = level;
    level = 0;
    return all;
}

static int mode;
int toggle(void)
{
    mode = !mode;
    return mode;
}

void reverse(int *a, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}

void upper(char *s)
{
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 'a' - 'A';
}

float half(float x)
{
    return x / 2;
}

double clamp(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

float neuron(const float *w, int a, int b)
{
    float s = w[0] * (float)a + w[1] * (float)b + w[2];
    return s > 0 ? s : 0;
}

int scale(int x, float by)
{
    return (int)((float)x * by);
}

int double_of(int x)
{
    return 2 * x;
}

int same_of(int x)
{
    return x;
}
