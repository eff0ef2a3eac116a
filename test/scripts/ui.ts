import { rmSync } from 'node:fs';
import { build } from '../../build.mjs';
import { runMocha } from '../tools/mocha.ts';
import { options } from '../tools/options.ts';
import { conclude } from '../tools/results.ts';
import { Stop } from '../tools/stop.ts';
import { testFiles } from '../tools/suites.ts';
import { prepareWebHost } from '../tools/web-host.ts';
import { closeBrowser, failures, openBrowser } from '../ui/window.ts';

const { values, positionals } = options(
	{
		host: { type: 'string', default: 'web' },
		grep: { type: 'string' },
	},
	{ words: true },
);
if (values.host !== 'web') {
	throw new Stop(
		'The tests that click run in the browser: playwright reaches a window there. Use -- --host=web.',
	);
}

rmSync(failures, { recursive: true, force: true });
await openBrowser();
await Promise.all([build({ production: false }), prepareWebHost()]);
const tally = await runMocha(testFiles('ui', positionals), {
	grep: values.grep,
	timeout: 60_000,
	retries: 2,
});
await closeBrowser();
conclude(tally);
// Whatever a test has left running ends with it.
process.exit();
