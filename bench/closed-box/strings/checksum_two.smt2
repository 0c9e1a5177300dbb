; medium: two capital letters with weighted sum 230
(set-info :status sat)
(set-logic ALL)
(declare-cb checksum (String) Int :lib "boxes.c" :symbol "checksum")
(declare-const s String)
(assert (str.in_re s (re.++ (re.range "A" "Z") (re.range "A" "Z"))))
(assert (= (checksum s) 230))
(check-sat)
