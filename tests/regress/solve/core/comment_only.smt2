; RUN: solve
; RUN: fmt
; OUT: only a comment
; only a comment
