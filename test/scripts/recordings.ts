import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMocha } from '../tools/mocha.ts';
import { options } from '../tools/options.ts';
import { root } from '../tools/places.ts';
import { conclude } from '../tools/results.ts';
import { Stop } from '../tools/stop.ts';
import { testFiles } from '../tools/suites.ts';

const { values } = options({ grep: { type: 'string' } });
if (!existsSync(join(root, '..', 'shared', 'recordings'))) {
	throw new Stop('There are no recordings in ../shared/recordings, and these tests need them.');
}
conclude(await runMocha(testFiles('recordings'), { grep: values.grep, timeout: 10_000 }));
