import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchCommand } from '../tools/patch-command.ts';
import { Stop } from '../tools/stop.ts';

/** Says in one sentence why a file cannot be used. */
function orStop<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		throw new Stop(error.message);
	}
}

try {
	const printed = patchCommand(process.argv.slice(2), {
		read: (name) => orStop(() => readFileSync(name === '-' ? 0 : name)),
		write: (folder, name, text) =>
			orStop(() => {
				mkdirSync(folder, { recursive: true });
				const file = join(folder, name);
				writeFileSync(file, text);
				return file;
			}),
	});
	process.stdout.write(`${JSON.stringify(printed, null, '\t')}\n`);
} catch (error) {
	if (!(error instanceof Stop)) throw error;
	console.error(error.message);
	process.exitCode = 2;
}
