"""Eight programs and libraries in C that read formats, chosen before anything was measured on them: a folder of a Debian source package,
the files to compile, and how an input is given: "@@" (a file), without that standard input, or None (a libFuzzer harness). {root} is
the folder.

None was dropped so far."""

PROGRAMS = {
    "expat": dict(source="*expat*", files=["expat/lib/xmlparse.c", "expat/lib/xmlrole.c", "expat/lib/xmltok.c", "expat/xmlwf/codepage.c",
                                           "expat/xmlwf/xmlfile.c", "expat/xmlwf/xmlwf.c", "expat/xmlwf/readfilemap.c"],
                  folders=["expat/lib"], made={"expat_config.h": ""},
                  flags=["-DXML_DTD", "-DXML_NS", "-DXML_GE=1", "-DXML_CONTEXT_BYTES=1024", "-DXML_POOR_ENTROPY",
                         "-DBYTEORDER=1234", "-DHAVE_MEMMOVE", "-DHAVE_UNISTD_H"], arguments=["@@"]),
    "cjson": dict(source="cjson-*", files=["cJSON.c", "fuzzing/cjson_read_fuzzer.c"], folders=["."], flags=[], arguments=None),
    "libyaml": dict(source="libyaml-*", files=["src/api.c", "src/reader.c", "src/scanner.c", "src/parser.c", "tests/run-parser.c"],
                    folders=["include", "src"],
                    flags=['-DYAML_VERSION_STRING="0.2"', "-DYAML_VERSION_MAJOR=0", "-DYAML_VERSION_MINOR=2", "-DYAML_VERSION_PATCH=5"],
                    arguments=["@@"]),
    "giflib": dict(source="giflib-*", files=["dgif_lib.c", "gif_err.c", "gifalloc.c", "gif_hash.c", "openbsd-reallocarray.c",
                                             "getarg.c", "qprintf.c", "giftext.c"], folders=["."], flags=[], arguments=[]),
    "bzip2": dict(source="bzip2-*", files=["blocksort.c", "huffman.c", "crctable.c", "randtable.c", "compress.c", "decompress.c",
                                           "bzlib.c", "bzip2.c"], folders=["."], flags=["-D_FILE_OFFSET_BITS=64"],
                  arguments=["-dc", "-"]),
    "jhead": dict(source="jhead-*", files=["exif.c", "gpsinfo.c", "iptc.c", "jhead.c", "jpgfile.c", "jpgqguess.c", "makernote.c",
                                           "paths.c"], folders=["."], flags=[], arguments=["@@"]),
    "unrtf": dict(source="unrtf-*", files=["src/*.c"], folders=["src"], made={"config.h": ""},
                  flags=['-DPKGDATADIR="/nowhere"', '-DCONFIG_DIR="/nowhere/"', '-DPACKAGE_VERSION="0"', '-DPACKAGE="unrtf"',
                         "-D_GNU_SOURCE", "-DICONV_CONST=", "-DHAVE_STRING_H", "-DHAVE_STDLIB_H", "-DHAVE_UNISTD_H", "-include", "stdio.h", "-include",
                         "stdlib.h", "-include", "string.h", "-include", "ctype.h"],
                  arguments=["-P", "{root}/outputs", "--text", "@@"]),
    "lua": dict(source="lua5.4-*", files=["src/l*.c"], without=["lua.c"], folders=["src"], flags=["-DLUA_USE_POSIX"],
                made={"lua5.4-deb-multiarch.h": '#define DEB_HOST_MULTIARCH "any"\n'},
                arguments=["-p", "-"]),
}
