; RUN: solve
; EXIT: 3
; EXPECT: (error "unterminated_symbol.smt2:4:16: unterminated |symbol|: the closing bar is missing")
(declare-const |no end Int)