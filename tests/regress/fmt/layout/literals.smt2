; RUN: fmt
(declare-const |a b| Int)(declare-const s String)
(assert (and (= |a b| 7) (= s "say ""no""\u{41}") (= #xAb   #b10101011)))
