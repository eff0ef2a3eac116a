import { patchCommand } from '../tools/patch-command.ts';
import { diskFiles } from '../tools/patch-files.ts';
import { Stop } from '../tools/stop.ts';

// A reader such as `head` may have seen enough.
process.stdout.on('error', () => process.exit());

try {
	const printed = patchCommand(process.argv.slice(2), diskFiles);
	process.stdout.write(`${JSON.stringify(printed, null, '\t')}\n`);
} catch (error) {
	if (!(error instanceof Stop)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
