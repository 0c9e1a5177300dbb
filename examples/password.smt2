; A password of 8 to 10 letters and digits that starts with a letter, ends with a digit, contains "42"
; and does not contain "aa".
(set-logic QF_SLIA)

(declare-const password String)

(define-fun letters () RegLan (re.union (re.range "a" "z") (re.range "A" "Z")))
(define-fun digits () RegLan (re.range "0" "9"))

(assert (<= 8 (str.len password) 10))
(assert (str.in_re password (re.++ letters (re.* (re.union letters digits)) digits)))
(assert (str.contains password "42"))
(assert (not (str.contains password "aa")))

(check-sat)
(get-value (password (str.len password)))
