(declare-const f Float16)(declare-const g Float128)(declare-const d Float64)
(assert (= f (fp.add roundNearestTiesToAway f f)(fp.mul roundTowardNegative f f)))
(assert (= g (fp.sqrt roundTowardPositive g)(fp.div roundTowardZero g g)))
(assert (= d ((_ to_fp 11 53) RNA 1.5)((_ to_fp 11 53) RTP d)((_ to_fp_unsigned 11 53) RTN #x0001)(_ +zero 11 53)(_ -oo 11 53)))
