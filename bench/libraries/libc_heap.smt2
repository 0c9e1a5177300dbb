; Where memory is allocated is nothing that the size decides.
; library: libc.so.6
(set-info :status unknown)
(declare-cb heap_page ((_ BitVec 32)) (_ BitVec 32))
(declare-const n (_ BitVec 32))
(assert (bvult n #x00001000))
(assert (= (heap_page n) #x12345678))
(check-sat)
