# The path-condition dialect: memory given by alloc, C library functions that see it, and the files of
# corpora/krpk with the answers of the index of the corpora.
. "$ROOT/tests/frame.sh"

head='(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const b (_ BitVec 8))
(declare-const p (_ BitVec 64))
'

feed "$head(alloc #x0000000000001000 3 \"414200\")
(assert (= (strlen #x0000000000001000) #x0000000000000002))
(assert (= (strlen #x0000000000001001) #x0000000000000001))
(check-sat)
(push 1)(assert (= (strlen #x0000000000001002) #x0000000000000001))(check-sat)(pop 1)
(check-sat)" "$TANDEM" solve --allow-code -
is constant_memory 0 'sat
unsat
sat'

feed "$head(alloc #x0000000000001000 2 #x0041)
(alloc #x0000000000002000 1 b)
(alloc #x0000000000002001 1 #x00)
(assert (= (strcmp #x0000000000001000 #x0000000000002000) #x00000000))
(check-sat)(get-value (b))
(assert (distinct b #x41))
(check-sat)" "$TANDEM" solve --allow-code -
is term_in_memory 0 'sat
((b #x41))
unsat'

feed "$head(push 1)
(alloc #x0000000000001000 2 \"4100\")
(assert (= (strlen #x0000000000001000) #x0000000000000001))
(check-sat)
(pop 1)
(alloc #x0000000000001000 2 \"0000\")
(assert (= (strlen #x0000000000001000) #x0000000000000001))
(check-sat)" "$TANDEM" solve --allow-code -
is memory_is_scoped 0 'sat
unsat'

feed "$head(alloc #x0000000000001000 4 a)
(assert (= (select a #x00000003) #x00))
(assert (= (select a #x00000002) #x41))
(assert (= (select a #x00000001) #x00))
(assert (bvugt (strlen #x0000000000001000) #x0000000000000001))
(check-sat)" "$TANDEM" solve --allow-code --timeout 60 -
is array_in_memory 0 unsat

feed "$head(alloc #x0000000000001000 3 \"414200\")
(assert (bvuge p #x0000000000001000))(assert (bvule p #x0000000000001002))
(assert (= (strlen p) #x0000000000000001))
(check-sat)(get-value (p))" "$TANDEM" solve --allow-code --timeout 60 -
is pointer_is_unknown 0 'sat
((p #x0000000000001001))'

feed "$head(alloc #x0000000000001000 3 \"4142\")
(alloc #x0000000000001000 2 b)
(alloc p 1 b)
(alloc #xfffffffffffffff0 100000 \"00\")" "$TANDEM" solve --allow-code -
says too_few_digits 3 out 'two hexadecimal digits for each byte'
says wrong_width 3 out 'no bit-vector of so many bytes'
says address_is_no_constant 3 out 'the address must be a constant'
says beyond_the_end 3 out 'do not fit there'

feed '(declare-const x (_ BitVec 4))(declare-const q Bool)
(define-const l (Array (_ BitVec 4) (_ BitVec 8))
  ((as (_ god_save_me_const |0aFF|) (Array (_ BitVec 4) (_ BitVec 8))) #x04))
(assert (and (bv2bool x) (= (bool2bv q) #b1) (ensure_index l x)))
(assert (= (select l #x0) #x0a))(assert (= (select l #x1) #xff))(assert (= (select l #x2) #x04))
(check-sat)
(assert (= (select l x) #x0a))
(check-sat)' "$TANDEM" solve --allow-code -
is operators 0 'sat
unsat'

printf '(declare-const x Int)(assert (= x 3))' >implied.smt2
run "$TANDEM" solve --allow-code implied.smt2
is implied_check 0 sat

corpora="$ROOT/../shared/corpora"
if [ ! -d "$corpora/krpk" ]; then
    echo "skip krpk: the shared corpora are not here"
    exit 0
fi
for file in $(ls "$corpora/krpk"); do
    want=$(sed -n "/^## krpk/,/^## jfs/s/^| $file | \([a-z]*\) |.*/\1/p" \
        "$corpora/closed-box-INDEX.md")
    run "$TANDEM" solve --allow-code -q --timeout 60 "$corpora/krpk/$file"
    is "$file" 0 "$want"
done
