/* proved */
int main(void)
{
    int x = unknown(), y, i = 0;
    long z = __VERIFIER_nondet_long();
    while (i < 3)
        i++;
    assert(x <= 2147483647 && y >= -2147483648 && z <= 9223372036854775807 && i == 3);
}
