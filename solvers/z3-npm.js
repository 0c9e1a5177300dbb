// Z3 of npm's package z3-solver, as a solver that reads SMT-LIB: from a file, or (--pipe) from standard
// input, where each (echo "…") on a line of its own ends a formula, and each formula has a context of its own.
//
//     node z3-npm.js [--module FOLDER] [OPTION=VALUE]... FILE | --pipe | --version
//
// FOLDER is the package's own folder, …/node_modules/z3-solver; without it node looks for it.
'use strict';
const fs = require('fs');
const path = require('path');

delete globalThis.fetch; // older packages would use it on the path of a file

const words = process.argv.slice(2);
let folder = 'z3-solver';
if (words[0] === '--module') {
  folder = path.resolve(words[1]);
  words.splice(0, 2);
}

function find() {
  try {
    return require(folder);
  } catch (error) {
    // as an ordinary script would find it: beside the working folder, not beside this file
    return require(require.resolve(folder, {paths: [process.cwd(), ...(process.env.NODE_PATH || '').split(':')]}));
  }
}

function print(text) {
  fs.writeSync(1, text === '' || text.endsWith('\n') ? text : text + '\n');
}

async function evaluate(Z3, text) {
  const config = Z3.mk_config();
  const context = Z3.mk_context(config);
  Z3.del_config(config);
  try {
    print(await Z3.eval_smtlib2_string(context, text));
  } finally {
    Z3.del_context(context);
  }
}

async function pipe(Z3) {
  let script = '';
  let rest = '';
  for await (const part of process.stdin) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.trim() === '(reset)') continue;
      const mark = line.match(/^\(echo "(.*)"\)$/);
      if (!mark) {
        script += line + '\n';
        continue;
      }
      await evaluate(Z3, script);
      print(mark[1]);
      script = '';
    }
  }
}

async function main() {
  const {init} = find();
  const made = await init();
  const Z3 = made.Z3;
  for (const word of words) {
    const option = word.match(/^([a-z][a-z0-9_.]*)=(.*)$/);
    if (option) Z3.global_param_set(option[1], option[2]);
  }
  if (words.includes('--version')) {
    const version = Z3.get_version();
    print('Z3 version ' + (Array.isArray(version) ? version : Object.values(version)).slice(0, 3).join('.'));
  } else if (words.includes('--pipe')) {
    await pipe(Z3);
  } else {
    await evaluate(Z3, fs.readFileSync(words.find((word) => fs.existsSync(word)), 'utf8'));
  }
}

main().then(() => process.exit(0), (error) => {
  fs.writeSync(2, 'z3-npm: ' + (error && error.stack ? error.stack : error) + '\n');
  process.exit(1);
});
