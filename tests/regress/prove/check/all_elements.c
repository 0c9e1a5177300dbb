// RUN: prove --check '17: i >= 0 && (forall k: 0 <= k && k < i ==> a[k] == c)' --check '19: i >= 0 && (forall k: 0 <= k && k < 100 ==> a[k] == c)'
// OUT: ^proved
// RUN: prove --check '17: i >= 0 && (forall k: 0 <= k && k < i ==> a[k] == c)' --check '19: i >= 0 && (forall k: 0 <= k && k < 99 ==> a[k] == c)'
// OUT: ^unknown: the invariant is too weak
// RUN: prove --check '17: i >= 0 && (forall k: 0 <= k && k <= i ==> a[k] == c)' --check '19: i >= 0'
// OUT: does not hold when the loop of line 17 is reached first
// RUN: prove --check '17: i >= 0 && !(forall k: 0 <= k && k < 100 ==> a[k] == c)' --check '19: i >= 0'
// NOT: ^proved
// RUN: prove --int-model machine --check '17: i >= 0 && i <= 100 && (forall k: 0 <= k && k < i ==> a[k] == c)' --check '19: i >= 0 && i <= 100 && (forall k: 0 <= k && k < 100 ==> a[k] == c)'
// OUT: ^proved
// RUN: prove --limit first_steps=1 --limit short_steps=1
// OUT: ^  loop of line 17: .*forall k: 0 <= k && k < 100 && k < i ==> a\[k\] == c
// OUT: ^  loop of line 19: .*forall k: 0 <= k && k < 100 ==> a\[k\] == c
int main(void)
{
    int a[100], i, c = unknown();
    for (i = 0; i < 100; i++)
        a[i] = c;
    for (i = 0; i < 100; i++)
        assert(a[i] == c);
}
