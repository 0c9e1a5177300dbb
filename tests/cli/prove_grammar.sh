# Invariants of a user's grammar: nothing but its sentences is printed, and what it derives is found.
. "$ROOT/tests/frame.sh"

cat >sum.c <<'C'
int main(void)
{
    int i = 0, s = 0, n = unknown();
    assume(n >= 0);
    while (i < n) {
        s += 3;
        i++;
    }
    assert(s == 3 * n);
}
C
prove() { run "$TANDEM" prove --native off "$@" sum.c; }

# A grammar that has the invariant as one of its sentences, in another order.
printf 'S ::= p && p\np ::= i <= n | i >= 0 | s == 3 * var\n' >few.txt
prove --grammar few.txt
says few 0 out '^proved$'
says few_invariant 0 out 'loop of line 5: i <= n && s == 3 \* i$'

# One sentence, with a conjunct that is not needed: it is printed all the same.
echo 'S ::= i >= 0 && s == 3 * i && i <= n' >one.txt
prove --grammar one.txt
says one 0 out '^proved$'
says one_whole 0 out 'i >= 0'

# Any number of conjuncts, and more sentences than can be written down.
printf 'S ::= p | p && S\np ::= var cmp expr\nexpr ::= const * var | var | const\ncmp ::= == | <=\n' >many.txt
prove --grammar many.txt
says many 0 out '^proved$'

# Parts that become other conditions by what stands around them.
printf 'S ::= ! ( p ) && q * i\np ::= n < i\nq ::= i <= n && s == 3\n' >around.txt
prove --grammar around.txt
says around 0 out '^proved$'

# Half of the invariant is no sentence of use; nothing else is said, though octagons would do.
echo 'S ::= s == 3 * i' >half.txt
prove --grammar half.txt
says half 0 out '^unknown: sentences of the grammar: too weak'
echo 'S ::= i <= n' >other.txt
prove --grammar other.txt
says other 0 out '^unknown'

# Both halves, but never together.
printf 'S ::= p\np ::= s == 3 * i | i <= n\n' >apart.txt
prove --grammar apart.txt
says apart 0 out '^unknown: sentences of the grammar: too weak'

# A sentence that is false behind many steps is not believed.
echo 'S ::= s == 3 * i && i <= n && s <= 3000000000' >far.txt
prove --grammar far.txt
says far 0 out '^unknown'

echo 'S ::= p' >nothing.txt
prove --grammar nothing.txt
says nothing 0 out 'the grammar derives no condition'
prove --grammar few.txt --int-model machine
says machine 2 err 'need --int-model math'
echo 'p = q' >bad.txt
prove --grammar bad.txt
says bad 3 err 'line 1 is no rule'
