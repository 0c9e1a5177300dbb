; RUN: solve
; EXPECT: unknown
; EXPECT: (:reason-unknown "the limit of 20000 resource units was reached")
; ERR: unknown: the limit of 20000 resource units was reached
; RUN: solve --json
; OUT: "why": "resourceout"
; OUT: "solver_timeouts": 0
; OUT: "solver_out_of_units": 1
(set-option :reproducible-resource-limit 20000)
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= (bvmul x y) #x0123456789abcdef))
(assert (and (bvugt x #x0000000000000002) (bvult x #x00000000ffffffff)))
(assert (and (bvugt y #x0000000000000002) (bvult y #x00000000ffffffff)))
(check-sat)
(get-info :reason-unknown)
