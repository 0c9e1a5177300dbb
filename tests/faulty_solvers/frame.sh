# Sourced by the faulty solvers: each is z3 until the formula has the operator that it cannot bear.
for file; do :; done # the last argument
case " $* " in *" --version "*) exec z3 --version ;; esac
has() { grep -q -e "$1" -- "$file"; }
honest() { exec z3 "$file"; }
