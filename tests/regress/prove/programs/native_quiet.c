// RUN: prove --timeout 20 --limit hunt_last=1000000 --limit hunt_more=1000000
// OUT: ^unknown: .*native_quiet[.]c:11:9: memory other than .* [(]in a function of its own.*; no fault in [0-9]* native runs
// No native run proves anything.
union both {
    int i;
    float f;
};
int main(void)
{
    union both u;
    u.f = 1;
    assert(u.i >= 0 || unknown());
}
