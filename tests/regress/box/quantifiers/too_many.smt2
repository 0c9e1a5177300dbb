; Too many values to try: unknown in every mode, with the reason.
; RUN: solve --lib with/boxes.c --timeout 20 --mode auto
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
; RUN: solve --lib with/boxes.c --timeout 20 --mode cdfl
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
; RUN: solve --lib with/boxes.c --timeout 20 --mode fuzz
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
; RUN: solve --lib with/boxes.c --timeout 20 --mode active
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
(declare-cb mix ((_ BitVec 32)) (_ BitVec 32))
(declare-const u (_ BitVec 32))
(assert (forall ((x (_ BitVec 32))) (distinct (mix x) #xdeadbeef)))
(assert (bvugt (mix u) #x00000001))
(check-sat)
