; Too many values to try: unknown in every mode, with the reason.
; RUN: solve --lib with/boxes.c --timeout 60 --limit quantified_rounds=1 --mode auto
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
; RUN: solve --lib with/boxes.c --timeout 60 --limit quantified_rounds=1 --mode cdfl
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
; RUN: solve --lib with/boxes.c --timeout 60 --limit quantified_rounds=1 --mode fuzz
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
; RUN: solve --lib with/boxes.c --timeout 60 --limit quantified_rounds=1 --mode active
; EXPECT: unknown
; ERR: under a quantifier over too many values to try
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(assert (forall ((x (_ BitVec 64))) (distinct (stir x) #xdeadbeefdeadbeef)))
(check-sat)
