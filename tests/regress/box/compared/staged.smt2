; A box that answers yes or no after stages is climbed by what is new in its code.
; RUN: solve -q --lib with/staged.c --timeout 100
; EXPECT: sat
(declare-cb staged ((_ BitVec 64)) Bool)
(declare-const r (_ BitVec 64))
(assert (staged r))
(check-sat)
