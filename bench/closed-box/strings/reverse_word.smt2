; easy: which word reads nib backwards?
; witness: (s "bin")
(set-info :status sat)
(set-logic ALL)
(declare-cb reverse (String) String :lib "boxes.c" :symbol "reverse")
(declare-const s String)
(assert (= (reverse s) "nib"))
(check-sat)
