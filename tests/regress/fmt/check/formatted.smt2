; RUN: fmt --check
(declare-const x Int)
(check-sat)
