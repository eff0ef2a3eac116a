import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Stop } from './stop.ts';

/**
 * Parses the arguments after `--` on a script's command line. An unknown option stops the script with a list of the known ones.
 * So does a positional argument, unless `words` is true.
 */
export function options<const T extends ParseArgsOptionsConfig>(known: T, { words = false } = {}) {
	try {
		return parseArgs({ options: known, allowPositionals: words });
	} catch (error) {
		const names = Object.keys(known).map((name) => `--${name}`);
		const reason =
			error instanceof Error ? error.message.split(/\. (?:To specify|This command)/)[0] : String(error);
		throw new Stop(`${reason}. Options: ${names.join(', ') || 'none'}.`);
	}
}
