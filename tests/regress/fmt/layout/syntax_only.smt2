; RUN: fmt --syntax-only
(declare-const x Int)
(assert   (bvadd x x))
