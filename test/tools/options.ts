import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Stop } from './stop.ts';

/** The words after `--` on a script's command line; an unknown one stops the script with the ones that it knows. */
export function options<const T extends ParseArgsOptionsConfig>(known: T) {
	try {
		return parseArgs({ options: known, allowPositionals: true });
	} catch (error) {
		const names = Object.keys(known).map((name) => `--${name}`);
		const reason = error instanceof Error ? error.message.split('. To specify')[0] : String(error);
		throw new Stop(`${reason}. Options: ${names.join(', ') || 'none'}.`);
	}
}
