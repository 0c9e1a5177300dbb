; RUN: solve
; EXIT: 3
; EXPECT: (error "unterminated_string.smt2:4:7: unterminated string: the closing "" is missing")
(echo "no end