; RUN: solve
; EXIT: 3
; EXPECT: (error "bad_literal.smt2:5:14: malformed constant: #x and hexadecimal or #b and binary digits are meant")
(declare-const x (_ BitVec 4))
(assert (= x #xg))
