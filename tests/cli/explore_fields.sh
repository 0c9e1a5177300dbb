# Lengths, counts and checksums of an input are found in its trace and kept right: a bug that needs more bytes in a record inside another
# is found from an input with both. Work is counted, so that the load of the machine decides nothing.
. "$ROOT/tests/frame.sh"
run "$BUILD/tandem-cc" -g -O1 -o records "$ROOT/tests/explore/records.c"
ends records-compiles 0
mkdir seeds
python3 -c "
import struct, sys, zlib
record = lambda kind, bytes: struct.pack('>H', len(bytes)) + kind + bytes + struct.pack('<I', zlib.crc32(kind + bytes))
sys.stdout.buffer.write(b'R\1' + record(b'g', record(b'n', b'abc')))" >seeds/one
run sh -c './records <seeds/one'
ends records-seed 0

for fields in 64 0; do
    run "$TANDEM" explore -q --json --sym-stdin 96 --for 0 --count 4 --mutation-share 50 --seed 1 -i seeds \
        --limit fields=$fields -o "fields$fields" ./records
    ends "fields-$fields" 0
done
says fields-found 0 fields64/findings/0000/what "heap-buffer-overflow"
if [ -d fields0/findings/0000 ]; then fail fields-off "found without fields"; else pass fields-off; fi

# The array that the program reads into is not set beyond the input: what is left there is the same in each run, and so are the tests.
for again in 1 2; do
    run "$TANDEM" explore -q --sym-stdin 64 --for 0 --count 12 --mutation-share 0 --seed 1 -o "again$again" ./records
    ends "again-$again" 0
done
run diff -r again1/tests again2/tests
ends same-tests 0
