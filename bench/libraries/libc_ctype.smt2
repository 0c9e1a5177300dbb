; A small hexadecimal digit that is F.
; library: libc.so.6
(set-info :status sat)
(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))
(declare-cb isxdigit ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 32))
(assert (bvult c #x00000100))
(assert (not (= (isxdigit c) #x00000000)))
(assert (= (toupper c) #x00000046))
(assert (not (= c #x00000046)))
(check-sat)
