import { basename } from 'node:path';
import { build } from '../../build.mjs';
import { startForge } from '../../src/sandbox/forge.ts';
import { editorHost } from '../tools/editor-host.ts';
import { options } from '../tools/options.ts';
import { conclude } from '../tools/results.ts';
import { withSecondTry } from '../tools/second-try.ts';
import { Stop } from '../tools/stop.ts';
import { bundleForHost, runSuite } from '../tools/suite-run.ts';
import { testFiles } from '../tools/suites.ts';
import { add, broken, type Tally } from '../tools/tally.ts';

const { values, positionals } = options(
	{
		host: { type: 'string', default: 'web' },
		grep: { type: 'string' },
	},
	{ words: true },
);
const suite = `${import.meta.dirname}/../editor/host/suite.ts`;
const fixtures = `${import.meta.dirname}/../editor/fixtures`;
/** Private certificate authorities that the editor trusts: one as a system authority (on Linux), one through Node's variable. */
const env = {
	SSL_CERT_FILE: `${fixtures}/system-authority.pem`,
	NODE_EXTRA_CA_CERTS: `${fixtures}/extra-authority.pem`,
};
const files = testFiles('editor', positionals);
const host = await editorHost(values.host);
const [bundled] = await Promise.all([bundleForHost([suite, ...files]), build({ production: false })]);

/** Runs each file with a new window and a new forge, also in the second try. */
const runFile = (file: string): Promise<Tally> =>
	withSecondTry(async (only) => {
		const forge = await startForge({ port: 0 });
		const lines: string[] = [];
		try {
			const given = { forge: forge.addresses };
			const task = { file: bundled.get(file) ?? '', grep: values.grep, only, given };
			return await runSuite(host, { suite: bundled.get(suite) ?? '', env, task }, (line) => lines.push(line));
		} catch (error) {
			if (error instanceof Stop) throw error;
			const reason = error instanceof Error ? error.message : String(error);
			console.error(`${basename(file)}: ${reason}`);
			return broken(basename(file), reason);
		} finally {
			// Printed in one piece, because two files run at a time.
			console.log(lines.join('\n'));
			await forge.stop();
		}
	});

const tallies: Tally[] = [];
const left = [...files];
async function runLeft(): Promise<void> {
	for (let file = left.shift(); file !== undefined; file = left.shift()) tallies.push(await runFile(file));
}
// A window waits often, so two take little more time than one.
await Promise.all([runLeft(), runLeft()]);
await host.close();
conclude(add(tallies));
process.exit();
