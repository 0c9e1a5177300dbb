; One question in several forms of the answer.
; RUN: solve
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; RUN: solve -
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; RUN: solve -v
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; ERR: ; the model was checked
; RUN: solve --model
; EXPECT: sat
; EXPECT: (
; EXPECT:   (define-fun x () Int 7)
; EXPECT: )
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; RUN: solve --json --model
; OUT: "answer": "sat"
; OUT: "model_check": "checked"
; RUN: solve --stats
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; ERR: ^; checks  *1$
(declare-const x Int)
(assert (= (* 3 x) 21))
(check-sat)
(get-value (x (+ x 1)))
