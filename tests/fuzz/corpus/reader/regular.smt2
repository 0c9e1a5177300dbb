(declare-const s String)(declare-const r RegLan)
(assert (str.in_re s (re.++ r (re.loop r 2 4)(re.loop r 3)((_ re.loop 1 2) r)((_ re.^ 3) r)(re.range "a" "z")(re.opt re.allchar))))
(assert (str.in_re s (re.union r)(re.++ r)))(assert (str.in_re s (re.inter (re.comp r)(re.diff r r)(re.* r)(re.+ re.none))))
(assert (str.< s s s))(assert (str.prefixof s "é"))(assert (str.in.re s (str.to.re "x")))
