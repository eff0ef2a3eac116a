import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchCommand } from '../tools/patch-command.ts';
import { Stop } from '../tools/stop.ts';

/** Says in one sentence why a file or folder cannot be used. */
function orStop<T>(name: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		throw new Stop(`${name} cannot be used (${error.message}).`);
	}
}

// A reader such as `head` may have seen enough.
process.stdout.on('error', () => process.exit());

try {
	const printed = patchCommand(process.argv.slice(2), {
		read: (name) => orStop(name, () => readFileSync(name === '-' ? 0 : name)),
		write: (folder, name, text) =>
			orStop(folder, () => {
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
