#!/usr/bin/env python3
"""truth.py [NAME…]: computes the status of the questions of this folder without Tandem: the functions of the
libraries are called through ctypes, over all values that a question leaves or at a witness. Prints what differs
from :status and counts; what rests on an argument instead of a computation is listed with it. Takes a few minutes."""
import ctypes, datetime, math, os, re, struct, subprocess, sys, tempfile, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = ('libz.so.1 libcrypto.so.3 libsqlite3.so.0 libpcre2-8.so.0 libm.so.6 libbz2.so.1.0 liblzma.so.5 libzstd.so.1 '
             'libexpat.so.1 libgmp.so.10 libuuid.so.1 libidn2.so.0 libxxhash.so.0 libjansson.so.4').split()
# results that are no int, and arguments that ctypes cannot guess: the letters of C's declarations
TYPES = {'u': ctypes.c_uint32, 'U': ctypes.c_uint64, 'b': ctypes.c_uint8, 'h': ctypes.c_uint16, 'B': ctypes.c_bool,
         'i': ctypes.c_int, 'I': ctypes.c_int64, 'f': ctypes.c_float, 's': ctypes.c_char_p}
SIGNATURES = dict(line.split() for line in '''crc4 uu|adler4 uu|deflate_run ubb|sha256_prefix uu|sha1_prefix uu
base64_block ubbbb|re_date Bs|re_number Bu|re_repeat Bs|weekday uu|date_number uu|seconds_of uhbb|casecmp1 ibb
strtol_here isi|bzip_run ubb|lzma_crc4 uu|lzma_crc64_4 Uu|zstd_run ubb|xml_error is|xml_byte Bb|next_prime uu
is_prime Bu|uuid_valid Bs|uuid_byte hbb|idn_code ih|xxhash4 uu|json_valid Bs|compressBound UU|crc32_combine UUUI
OPENSSL_hexchar2int ib|OBJ_sn2nid is|sqlite3_stricmp iss|sqlite3_strglob iss|sqlite3_complete is|strverscmp iss
inet_addr us|sinf ff|cbrtf ff|roundf ff|rintf ff|expf ff|ilogbf if|hypotf fff|lzma_vli_size uU
lzma_easy_decoder_memusage Uu|ZSTD_compressBound UU|ZSTD_getErrorCode iU|a64l Is|fnmatch issi'''.replace('\n', '|').split('|'))


class Functions:
    """Functions of a library by name, with the types that SIGNATURES says."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)

    def __getattr__(self, name):
        f = getattr(self.library, name)
        if name in SIGNATURES:
            f.restype, *f.argtypes = [TYPES[c] for c in SIGNATURES[name]]
        setattr(self, name, f)
        return f


def none(all):
    return not any(all)


def f32(bits):
    return struct.unpack('f', struct.pack('I', bits))[0]


def day(number):
    return datetime.date(1970, 1, 1) + datetime.timedelta(number)


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def crc(text):
    return zlib.crc32(text)


def load():
    loaded = {name: Functions(name) for name in LIBRARIES}
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, 'boxes.so')
    subprocess.run(['gcc', '-O1', '-shared', '-fPIC', '-w', '-o', path, os.path.join(HERE, 'boxes.c')], check=True)
    return folder, dict(Z=loaded['libz.so.1'], C=loaded['libcrypto.so.3'], Q=loaded['libsqlite3.so.0'], M=loaded['libm.so.6'],
                        X=loaded['liblzma.so.5'], D=loaded['libzstd.so.1'], B=Functions(path))


# name -> an expression that is true when the status is right, or (in quotes) why it is
TRUTH = {
    'zlib_crc_preimage': 'B.crc4(0xdeadbeef) == 0x1a5a601f',
    'zlib_crc_pair': 'len({B.crc4(x) for x in range(4096)}) == 4096',
    'zlib_crc_magic': 'none(B.crc4(x) >> 12 == 0xabcde for x in range(1 << 16))',
    'zlib_adler_low': 'none((B.adler4(x) & 0xffff) > 766 for x in range(1 << 24))',
    'zlib_adler_value': 'B.adler4(0x64636261) == 0x3d8018b',
    'zlib_crc_text':
        'any(crc(bytes([a, b, c])) & 0xfff == 0xbee for a in range(97, 123) for b in range(97, 123) for c in range(97, 123))',
    'zlib_bound_page': 'Z.compressBound(4096) - 4096 == 14',
    'zlib_bound_small': 'none(Z.compressBound(n) < n + 13 for n in range(1 << 20))',
    'zlib_combine': 'Z.crc32_combine(0x1234, 0x5678, 4) == 0x60eb4e90',
    'zlib_deflate_small': 'none(B.deflate_run(c, n) < 8 for c in range(8) for n in range(64))',
    'crypto_sha_prefix': 'any(B.sha256_prefix(x) >> 16 == 0xbeef for x in range(1 << 20))',
    'crypto_sha_small': 'none(B.sha256_prefix(x) >> 8 == 0xc0ffee for x in range(1 << 12))',
    'crypto_sha_neighbours':
        'any(B.sha1_prefix(x) >> 24 == 0x42 and B.sha1_prefix(x + 1) >> 24 == 0x43 for x in range(1 << 20))',
    'crypto_sha_order': 'any(B.sha1_prefix(x) < 0x10000 for x in range(1 << 20))',
    'crypto_base64_word': "B.base64_block(*b'TWFu') == 0x4d616e",
    'crypto_base64_capitals':
        'none(B.base64_block(65 + a, 65 + b, 65 + c, 65 + d) >> 18 >= 26 for a in range(26) for b in range(26) for c in range(26) for d in range(26))',
    'crypto_hex_digit': "C.OPENSSL_hexchar2int(ord('d')) == 13",
    'crypto_hex_range': 'none(C.OPENSSL_hexchar2int(c) >= 16 for c in range(256))',
    'crypto_short_name': "C.OBJ_sn2nid(b'CN') == 13",
    'crypto_random_key': '"stateful"',
    'sqlite_stricmp': "Q.sqlite3_stricmp(b'PASSWORD', b'Password') == 0",
    'sqlite_stricmp_set':
        "none(Q.sqlite3_stricmp(s, b'root') == 0 for s in [b'toor', b'Roots', b'r00t', b'ro ot', b''])",
    'sqlite_glob': "Q.sqlite3_strglob(b'[0-9]*-x?', b'7-xy') == 0",
    'sqlite_residue': 'none(x * x % 7 == 3 for x in range(1 << 16))',
    'sqlite_fermat': '65535 ** 2 % 65537 == 4',
    'sqlite_friday': 'any(day(d).weekday() == 4 and day(d).day == 13 for d in range(10000, 20000))',
    'sqlite_february': 'none(day(d).month == 2 and day(d).day > 29 for d in range(20000))',
    'sqlite_hex_length': "none(len('%x' % x) == 5 for x in range(1 << 16))",
    'sqlite_round': 'any((x + 4) // 8 * 8 - x == 4 for x in range(1000))',
    'sqlite_complete': "Q.sqlite3_complete(b'SELECT 1;') == 1",
    'sqlite_random': '"stateful"',
    'pcre_date': "B.re_date(b'2024-11-30')",
    'pcre_date_month': "none(B.re_date(b'2024-13-%02d' % d) for d in range(100))",
    'pcre_number': 'B.re_number(13335)',
    'pcre_number_none': 'none(B.re_number(n) for n in range(14000, 77777))',
    'pcre_repeat': "B.re_repeat(b'abcabc')",
    'libc_toupper': 'none(97 <= M.toupper(c) <= 122 for c in range(256))',
    'libc_ctype': 'M.toupper(102) == 70',
    'libc_ctype_split': 'none((M.isalnum(c) != 0) != (M.isalpha(c) != 0 or M.isdigit(c) != 0) for c in range(256))',
    'libc_versions': "M.strverscmp(b'1.9', b'1.9a') < 0 and M.strverscmp(b'1.9a', b'1.10') < 0",
    'libc_atoi': "M.atoi(b'-7300') == -7300",
    'libc_strtol36': "B.strtol_here(b'fuzz', 36) == 740015",
    'libc_inet_addr': "M.inet_addr(b'127.0.0.1') == 0x0100007f",
    'libc_ffs': 'none(M.ffs(x) > 12 and x & 0xfff for x in range(1 << 20))',
    'libc_leap_monday':
        'any(B.weekday(t) == 1 and B.date_number(t) % 10000 == 229 for t in range(0, 1 << 32, 86400))',
    'libc_leap_odd':
        'none(B.date_number(t) % 10000 == 229 and B.date_number(t) // 10000 % 2 for t in range(0, 1 << 32, 86400))',
    'libc_seconds': 'B.seconds_of(2001, 9, 9) == 999993600',
    'libc_seconds_same':
        'len({B.seconds_of(y, m, d) for y in range(2000, 2004) for m in range(1, 13) for d in range(1, 29)}) == 4 * 12 * 28',
    'libc_fnmatch': "M.fnmatch(b'*.[ch]', b'abc.h', 0) == 0",
    'libc_a64l': 'any(M.a64l(bytes([a, b])) == 1234 for a in range(46, 123) for b in range(46, 123))',
    'libc_abs': '"two\'s complement"',
    'libc_casecmp':
        'none(B.casecmp1(a, b) == 0 and a != b and a ^ b != 32 for a in range(256) for b in range(256))',
    'libc_random': '"stateful"',
    'libc_process': '"stateful"',
    'libc_clock': '"stateful"',
    'libc_token': '"stateful"',
    'libc_crash': '"crashes"',
    'libm_sin_one': 'any(M.sinf(f32(0x3fc90fd0 + i)) == 1.0 for i in range(64))',
    'libm_sin_more': 'none(M.sinf(f32(i)) > 1.0 for i in range(0x3f800000, 0x40000001))',
    'libm_cbrt': 'M.cbrtf(f32(0x40400000)) ** 3 != 3.0',
    'libm_rint': '"the standard: rintf rounds in the current direction, which is to nearest even"',
    'libm_round': 'M.roundf(2.5) != M.rintf(2.5)',
    'libm_sqrt': '"the standard: sqrtf is correctly rounded"',
    'libm_exp_monotone': 'none(M.expf(f32(i)) > M.expf(f32(i + 1)) for i in range(0x3f000000, 0x3f800000))',
    'libm_ilogb': 'M.ilogbf(f32(0x200)) == -140',
    'libm_hypot': 'M.hypotf(3.0, 4.0) == 5.0',
    'libm_whole_sine': 'any(math.sin(n) > 0.99999 for n in range(1000))',
    'libm_whole_cosine': 'none(math.cos(n) == 0.0 for n in range(1001))',
    'bzip_small': 'none(B.bzip_run(c, n) < 14 for c in range(16) for n in range(16))',
    'bzip_size': 'any(B.bzip_run(c, n) == 39 for c in range(256) for n in range(16))',
    'lzma_crc_same': 'none(B.lzma_crc4(x) != B.crc4(x) for x in range(1 << 20))',
    'lzma_crc64': 'any(B.lzma_crc64_4(x) & 0xffff == 0x1234 for x in range(1 << 20))',
    'lzma_vli': 'X.lzma_vli_size(1 << 30) == 5',
    'lzma_vli_small': 'none(X.lzma_vli_size(x) > 3 for x in range(1 << 20))',
    'lzma_presets':
        'none(X.lzma_easy_decoder_memusage(p) > X.lzma_easy_decoder_memusage(q) for q in range(10) for p in range(q))',
    'zstd_bound': 'none(D.ZSTD_compressBound(n) < n for n in range(1 << 20))',
    'zstd_error': 'D.ZSTD_getErrorCode((1 << 64) - 64) == 64',
    'zstd_run_small': 'none(B.zstd_run(c, n) > n + 9 for c in range(256) for n in range(32))',
    'zstd_run_shrinks': 'any(B.zstd_run(c, n) < n for c in range(4) for n in range(256))',
    'expat_control': 'none(B.xml_byte(b) for b in range(32) if b not in (9, 10, 13))',
    'expat_element': "B.xml_error(b'<a/>') == 0",
    'expat_mismatch': "none(B.xml_error(b'<a>%c</b>' % c) == 0 for c in range(97, 123))",
    'expat_entity': "B.xml_error(b'<a>&</a>') == 4",
    'gmp_gap': 'any(B.next_prime(x) - x >= 34 for x in range(1 << 16))',
    'gmp_gap_none': 'none(B.next_prime(x) - x > 72 for x in range(1 << 16))',
    'gmp_factor': 'B.is_prime(101) and 101 * 103 == 10403',
    'gmp_logarithm': 'any(pow(17, e, 65521) == 4711 for e in range(1 << 16))',
    'gmp_nonresidue': 'none(x * x % 65521 == 17 for x in range(1 << 16))',
    'gmp_fibonacci': 'none(fib(n) % 16 == 4 for n in range(3000))',
    'gmp_divide': '"crashes"',
    'uuid_digit':
        "none(0xf0 <= B.uuid_byte(a, b) < 0x100 and a not in b'fF' for a in range(256) for b in range(256))",
    'uuid_value': "B.uuid_byte(*b'C3') == 0xc3",
    'uuid_text': "B.uuid_valid(b'12345678-1234-1234-1234-1234567890ab')",
    'uuid_dash': "none(B.uuid_valid(b'12345678%c1234-1234-1234-1234567890ab' % c) for c in range(97, 123))",
    'uuid_random': '"stateful"',
    'idn_letter': 'any(B.idn_code(c) == 0 for c in range(0x3b1, 0x3c9))',
    'idn_private': 'none(B.idn_code(c) == 0 for c in range(0xe000, 0xf000))',
    'xxhash_prefix': 'any(B.xxhash4(x) >> 12 == 0xabcde for x in range(1 << 24))',
    'xxhash_small': 'none(B.xxhash4(x) == 0 for x in range(1 << 22))',
    'jansson_array': "B.json_valid(b'[7]')",
    'jansson_mismatch': "none(B.json_valid(b'{%c]' % c) for c in range(97, 123))",
    'libc_heap': '"stateful"',
    'expat_no_parser': '"crashes"',
}


def main():
    wanted = sys.argv[1:] or sorted(TRUTH)
    folder, names = load()
    names.update(none=none, f32=f32, day=day, fib=fib, crc=crc, math=math)
    files = {f[:-5] for f in os.listdir(HERE) if f.endswith('.smt2')}
    if files != set(TRUTH):
        sys.exit(f'questions without truth, or truths without question: {sorted(files ^ set(TRUTH))}')
    wrong = argued = 0
    for name in wanted:
        result = eval(TRUTH[name], names)
        if isinstance(result, str):
            argued += 1
            print(f'{name}: {result}')
        elif not result:
            wrong += 1
            print(f'{name}: the status is wrong')
    print(f'{len(wanted)} questions: {len(wanted) - wrong - argued} computed, {argued} argued, {wrong} wrong')
    folder.cleanup()
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
