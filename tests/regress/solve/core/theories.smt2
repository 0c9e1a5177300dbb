; Every theory once, through the check of the model.
; RUN: solve -v
; EXPECT: sat
; ERR: the model was checked
(declare-const b (_ BitVec 70))
(assert (= (bvmul b b) (_ bv121 70)))
(declare-const s String)
(assert (str.in_re s (re.+ (str.to_re "ab"))))
(assert (> (str.len s) 3))
(declare-const a (Array Int Real))
(assert (= (select a 3) (/ 1.0 3.0)))
(declare-const y Float32)
(assert (fp.gt y ((_ to_fp 8 24) RNE 1.5)))
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const l L)
(assert (and ((_ is cons) l) (= (head (tail l)) 5)))
(declare-sort U 0)
(declare-fun g (U) U)
(declare-const u U)
(assert (distinct u (g u)))
(check-sat)
