; crash: cvc4 --strings-exp 1.8
; Aborted: Fatal failure within CVC4::FloatingPointLiteral CVC4::constructorHelperRational(const FloatingPointSize&, const RoundingMode&, const Rational&) at ./src/util/floatingpoint.cpp:620 Unreachable code reachedno concrete implementation …
; run: cvc4 --strings-exp FILE
;
; signature:
;   Fatal failure within CVC#::FloatingPointLiteral CVC#::constructorHelperRational(const FloatingPointSize&, const RoundingMode&, const Rational&) at floatingpoint.cpp:#; Unreachable code reachedno concrete implementation of FloatingPointLiteral
;
; evidence:
;   cvc4 --strings-exp 1.8: again: crash: Aborted: Fatal failure within CVC4::FloatingPointLiteral CVC4::constructorHelperRational(const FloatingPointSize&, const RoundingMode&, const Rational&) at ./src/util/floatingpoint.cpp:620 Unreachable code reachedno concrete implementation … in 0.07 s
;   cvc4 --strings-exp 1.8: again: crash: Aborted: Fatal failure within CVC4::FloatingPointLiteral CVC4::constructorHelperRational(const FloatingPointSize&, const RoundingMode&, const Rational&) at ./src/util/floatingpoint.cpp:620 Unreachable code reachedno concrete implementation … in 0.13 s
;   of the reduced formula:
;   cvc4 --strings-exp 1.8: again: crash: Aborted: Fatal failure within CVC4::FloatingPointLiteral CVC4::constructorHelperRational(const FloatingPointSize&, const RoundingMode&, const Rational&) at ./src/util/floatingpoint.cpp:620 Unreachable code reachedno concrete implementation … in 0.08 s
;   cvc4 --strings-exp 1.8: again: crash: Aborted: Fatal failure within CVC4::FloatingPointLiteral CVC4::constructorHelperRational(const FloatingPointSize&, const RoundingMode&, const Rational&) at ./src/util/floatingpoint.cpp:620 Unreachable code reachedno concrete implementation … in 0.07 s
;
; origin:
;   seed fusion-seeds/AUFDTLIA/unsat/german16.smt2
;   seed fusion-seeds/LRA/sat/model_6_27.smt2
;   5 atoms exchanged or added
(assert (fp.isPositive ((_ to_fp 2 3) RTN 1.0)))
(check-sat)
