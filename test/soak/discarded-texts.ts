import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts that were discarded. */
export function discardedTexts(folder: string): readonly string[] {
	const at = join(folder, 'texts', 'texts');
	if (!existsSync(at)) return [];
	return readdirSync(at).flatMap((name) => {
		try {
			const { state, body } = JSON.parse(readFileSync(join(at, name), 'utf8'));
			return state === 'discarded' ? [body.text] : [];
		} catch {
			// It was just removed, or is still being written.
			return [];
		}
	});
}
