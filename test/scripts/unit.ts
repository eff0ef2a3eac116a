import { runMocha } from '../tools/mocha.ts';
import { options } from '../tools/options.ts';
import { conclude } from '../tools/results.ts';
import { testFiles } from '../tools/suites.ts';

const { values, positionals } = options({ grep: { type: 'string' } }, { words: true });
conclude(await runMocha(testFiles('unit', positionals), { grep: values.grep, timeout: 10_000 }));
