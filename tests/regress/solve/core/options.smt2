; Options and informations; what is not known is unsupported, and no error.
; RUN: solve
; EXPECT: success
; EXPECT: success
; EXPECT: true
; EXPECT: true
; EXPECT: unsupported
; EXPECT: (:name "tandem")
; EXPECT: (:error-behavior immediate-exit)
; EXPECT: "a ""quoted"" word"
; EXPECT: success
; EXPECT: unsupported
; RUN: solve -
; EXPECT: success
; EXPECT: success
; EXPECT: true
; EXPECT: true
; EXPECT: unsupported
; EXPECT: (:name "tandem")
; EXPECT: (:error-behavior continued-execution)
; EXPECT: "a ""quoted"" word"
; EXPECT: success
; EXPECT: unsupported
(set-option :print-success true)
(set-info :status sat)
(get-option :print-success)
(get-option :produce-models)
(set-option :no-such-option 3)
(get-info :name)
(get-info :error-behavior)
(echo "a ""quoted"" word")
(declare-fun f (Int) Int)
(get-info :no-such-info)
