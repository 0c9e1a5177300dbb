# `tandem solve` as a program: standard input as a conversation, channels, help, the examples. What it answers
# to one input is in tests/regress/solve.
. "$ROOT/tests/frame.sh"

printf '%s' '(declare-const x Int)(assert (= (* 3 x) 21))(check-sat)' >small.smt2
run "$TANDEM" solve --json --model small.smt2
cp out answer.json
run python3 -c 'import json
d = json.load(open("answer.json"))
print(d["checks"][0]["model"]["x"], d["errors"], d["ended"])'
is json_is_json 0 '7 0 complete'

feed '(set-option :regular-output-channel "channel.txt")(echo "there")' "$TANDEM" solve -
is output_channel 0 ''
run cat channel.txt
is output_channel_file 0 '"there"'

# each answer comes at once: the next question is only asked when it is there
cat >talk.py <<'END'
import subprocess, sys
p = subprocess.Popen([sys.argv[1], "solve", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                     text=True, bufsize=1)
for i in range(20):
    p.stdin.write(f"(push 1)(declare-const x Int)(assert (= x {i}))(check-sat)\n(get-value (x))\n")
    p.stdin.flush()
    assert p.stdout.readline() == "sat\n"
    assert p.stdout.readline() == f"((x {i}))\n"
    p.stdin.write("(pop 1)\n")
p.stdin.close()
assert p.wait() == 0
print("talked")
END
run python3 talk.py "$TANDEM"
is interactive 0 talked

# a trace of API calls is done again; what differs is told
printf '; calls\nsort_int\n= 2\nconstant "x" 2\n= 9\nmake ">" [ ] [ 9 9 ]\n= 10\nassert 10\n= 1\ncheck\n= 2\n' >trace
run "$TANDEM" solve --replay trace
is replay 0 unsat
says replay_counts 0 err '^; 5 calls, 0 with another result, 0 left out$'
sed '$s/2/1/' trace >other
run "$TANDEM" solve --replay other
is replay_other 1 unsat
says replay_difference 1 err '^; other:10: gives 2, and gave 1 in the trace$'
echo 'set_option "engine" "touch evil"' >>trace
run "$TANDEM" solve --replay trace
says replay_no_code 0 err "engine' of the trace is left out"
[ ! -e evil ] && pass replay_ran_nothing || fail replay_ran_nothing "it did"
run "$TANDEM" solve --replay "$ROOT/examples/ages.smt2"
says replay_of_no_trace 3 err 'is none of a trace'
run "$TANDEM" solve --replay /dev/null
says replay_of_nothing 3 err 'there is no call in it'

# the program itself
run "$TANDEM" --version
says version 0 out '^tandem [0-9]'
run "$TANDEM" help solve
says help 0 out '^Usage: tandem solve'
run "$TANDEM" slove
says unknown_command 2 err "did you mean 'solve'"
run "$TANDEM"
says no_command 2 err 'no command'

# every example of the help texts runs
mkdir -p bin && ln -sf "$TANDEM" bin/tandem
ln -s "$ROOT/examples" examples
for topic in "--help" "help solve" "help fmt"; do
    run "$TANDEM" $topic
    grep '^      \$ ' out | sed 's/^      \$ //' >examples.list
    [ -s examples.list ] || echo "not ok examples_of_$topic: there are none"
    while read -r line; do
        code=0
        PATH="$PWD/bin:$PATH" sh -c "$line" >out 2>err </dev/null || code=$?
        if [ "$code" = 0 ] && ! grep -q '(error' out; then
            pass "example: $line"
        else
            fail "example: $line" "exit code $code"
        fi
    done <examples.list
done

# and every example file solves
for file in "$ROOT"/examples/*.smt2; do
    run "$TANDEM" solve --allow-code="$ROOT/examples" -v "$file"
    if [ "$code" = 0 ] && grep -q sat out && ! grep -q unknown out; then
        pass "examples/${file##*/}"
    else
        fail "examples/${file##*/}" "exit code $code"
    fi
done
