# Once: Chains over many boxes are solved along their order.
. "$ROOT/tests/frame.sh"
run python3 "$ROOT/bench/box_chain.py" "$BUILD" --boxes 100 --limit 60
says chains 0 out '^rising *100 boxes: sat'
