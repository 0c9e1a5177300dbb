(set-info :smt-lib-version 2.6)(declare-const s String)
(assert (str.in.re s (re.++ (str.to.re "a""\u{1F600}\u0041") (re.loop (re.range "a" "z") 1 3) ((_ re.^ 2) re.allchar) ((_ re.loop 1 2) re.nostr))))
(assert (= (str.indexof s "x") (str.to.int (int.to.str 5)) (str.len (str.replaceall s s s))))
(set-info :smt-lib-version 2.0)(assert (= s "\"\\"))
