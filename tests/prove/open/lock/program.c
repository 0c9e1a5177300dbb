/* A lock that is taken by an exchange instruction. */
int unlock(void);

static int xchg1(void)
{
    int r;
#if defined(__x86_64__) && !defined(CLOSED)
    __asm__("movl $1, %0\n\txchgl %0, %0" : "=r"(r));
#else
    r = 1;
#endif
    return r;
}

#ifdef MUTANT
#define TAKEN unlock()
#else
#define TAKEN xchg1()
#endif

int main(void)
{
    int x = unknown(), y = x + 1, lock = 0;
    while (x != y) {
        if (unknown()) {
            lock = TAKEN;
            x = y;
        } else {
            lock = unlock();
            x = y;
            y = y + 1;
        }
    }
    assert(lock == 1);
}
