; RUN: fmt
(declare-fun f (Int) Int)
(oracle-assume ((a Int)) ((b Int)) (= (f a)  b) ./twice)
