/* proved */
struct account {
    int balance, deposits;
};
int main(void)
{
    struct account a = {0, 0};
    while (unknown()) {
        a.balance += 5;
        a.deposits++;
    }
    assert(a.balance == 5 * a.deposits);
}
