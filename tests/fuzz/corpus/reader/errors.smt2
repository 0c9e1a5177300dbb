(declare-const s (Set Int))(declare-const b (Bag Int))(declare-const q (Tuple Int Bool))(declare-datatype L ((nil)(cons (hd Int)(tl L))))
(assert (set.is_empty b))(assert (set.insert s))(assert (= s (as set.empty (Bag Int))))(assert ((_ set.is_empty 1) s))
(assert (= s ((_ rel.project 0) q)))(assert ((_ tuple.update 0) q))(assert (= (as nil L) ((as cons L) 1 nil)(cons true nil)))
(eval 1)(display s)(help)(assert (_ fmf.card U 3))(assert (hd))(assert (hd nil nil))(assert (= 1 (nil 1)))
