#!/usr/bin/env python3
"""Trains the digit recogniser of code.c and writes it: tests/prove/open/digits/train.py > code.c

The digits are drawn as 8x8 bitmaps, shifted and with a few pixels flipped. A network of two layers
(64 inputs, 16 hidden units with ReLU, 10 outputs) is trained by stochastic gradient descent in
floating point, then rounded to integers. The hundred images of the program (image k shows the digit
k/10) are drawn apart from those that it is trained with. Needs nothing but Python."""

import random

FONT = [
    ["..####..", ".##..##.", ".##.###.", ".###.##.", ".##..##.", ".##..##.", "..####..", "........"],
    ["...##...", "..###...", "...##...", "...##...", "...##...", "...##...", ".######.", "........"],
    ["..####..", ".##..##.", ".....##.", "...###..", "..##....", ".##.....", ".######.", "........"],
    ["..####..", ".##..##.", ".....##.", "...###..", ".....##.", ".##..##.", "..####..", "........"],
    ["....##..", "...###..", "..####..", ".##.##..", ".######.", "....##..", "....##..", "........"],
    [".######.", ".##.....", ".#####..", ".....##.", ".....##.", ".##..##.", "..####..", "........"],
    ["..####..", ".##.....", ".#####..", ".##..##.", ".##..##.", ".##..##.", "..####..", "........"],
    [".######.", ".....##.", "....##..", "...##...", "..##....", "..##....", "..##....", "........"],
    ["..####..", ".##..##.", ".##..##.", "..####..", ".##..##.", ".##..##.", "..####..", "........"],
    ["..####..", ".##..##.", ".##..##.", "..#####.", ".....##.", "....##..", "..###...", "........"],
]
HIDDEN, SCALE, EPOCHS = 16, 64, 24


def draw(digit, rng):
    dx, dy = rng.choice([-1, 0, 0, 0, 1]), rng.choice([0, 0, 0, 1])
    pixels = [0] * 64
    for y, row in enumerate(FONT[digit]):
        for x, c in enumerate(row):
            if c == "#" and 0 <= x + dx < 8 and 0 <= y + dy < 8:
                pixels[(y + dy) * 8 + x + dx] = 1
    for _ in range(rng.randrange(3)):
        pixels[rng.randrange(64)] ^= 1
    return pixels


def forward(w1, b1, w2, b2, x):
    h = [max(0, b + sum(w[i] for i in range(64) if x[i])) for w, b in zip(w1, b1)]
    return h, [b + sum(a * v for a, v in zip(w, h)) for w, b in zip(w2, b2)]


def train(rng):
    w1 = [[rng.gauss(0, 0.2) for _ in range(64)] for _ in range(HIDDEN)]
    w2 = [[rng.gauss(0, 0.3) for _ in range(HIDDEN)] for _ in range(10)]
    b1, b2 = [0.1] * HIDDEN, [0.0] * 10
    samples = [(d, draw(d, rng)) for d in range(10) for _ in range(300)]
    for epoch in range(EPOCHS):
        rng.shuffle(samples)
        rate = 0.05 / (1 + epoch / 4)
        for digit, x in samples:
            h, out = forward(w1, b1, w2, b2, x)
            top = max(out)
            e = [2.718281828 ** (o - top) for o in out]
            total = sum(e)
            error = [v / total - (k == digit) for k, v in enumerate(e)]
            back = [sum(error[k] * w2[k][j] for k in range(10)) if h[j] > 0 else 0
                    for j in range(HIDDEN)]
            for k in range(10):
                b2[k] -= rate * error[k]
                for j in range(HIDDEN):
                    w2[k][j] -= rate * error[k] * h[j]
            for j in range(HIDDEN):
                if back[j]:
                    b1[j] -= rate * back[j]
                    for i in range(64):
                        if x[i]:
                            w1[j][i] -= rate * back[j]
    whole = lambda v, s: [round(a * s) for a in v]
    return ([whole(w, SCALE) for w in w1], whole(b1, SCALE), [whole(w, SCALE) for w in w2],
            whole(b2, SCALE * SCALE))


def predict(net, x):
    out = forward(*net, x)[1]
    return out.index(max(out))


def rows(name, kind, table):
    lines = ",\n".join("    {" + ", ".join(map(str, row)) + "}" for row in table)
    return f"static const {kind} {name}[{len(table)}][{len(table[0])}] = {{\n{lines}}};\n"


def main():
    rng = random.Random(2022)
    net = train(rng)
    # Images that the program shows: the first ten of each digit, right or wrong.
    images = [draw(k // 10, rng) for k in range(100)]
    right = sum(predict(net, x) == k // 10 for k, x in enumerate(images))
    print("/* A digit recogniser: 64 pixels, %d hidden units, 10 outputs, in integers. Made by train.py;\n"
          " * right on %d of its 100 images, of which image k shows the digit k/10. */\n"
          "#include <stdint.h>\n" % (HIDDEN, right))
    print(rows("weights1", "int16_t", net[0]))
    print("static const int32_t biases1[%d] = {%s};\n" % (HIDDEN, ", ".join(map(str, net[1]))))
    print(rows("weights2", "int16_t", net[2]))
    print("static const int32_t biases2[10] = {%s};\n" % ", ".join(map(str, net[3])))
    bits = ["0x%016xu" % sum(p << i for i, p in enumerate(x)) for x in images]
    print("static const uint64_t images[100] = {\n    %s};\n" % ", ".join(bits))
    print("""int predict(int k)
{
    if (k < 0 || k >= 100)
        return 0;
    int32_t hidden[%d], best = 0;
    for (int j = 0; j < %d; j++) {
        hidden[j] = biases1[j];
        for (int i = 0; i < 64; i++)
            if (images[k] >> i & 1)
                hidden[j] += weights1[j][i];
        if (hidden[j] < 0)
            hidden[j] = 0;
    }
    int digit = 0;
    for (int d = 0; d < 10; d++) {
        int32_t sum = biases2[d];
        for (int j = 0; j < %d; j++)
            sum += weights2[d][j] * hidden[j];
        if (!d || sum > best) {
            best = sum;
            digit = d;
        }
    }
    return digit;
}""" % (HIDDEN, HIDDEN, HIDDEN))


if __name__ == "__main__":
    main()
