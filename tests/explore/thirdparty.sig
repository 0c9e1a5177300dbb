thirdparty_decode i32 str out[4]
