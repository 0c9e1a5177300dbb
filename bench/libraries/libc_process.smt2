; A process number is none of the argument's making.
; library: libc.so.6
(set-info :status unknown)
(declare-cb process_number ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00001000))
(assert (= (process_number x) #x00000003))
(check-sat)
