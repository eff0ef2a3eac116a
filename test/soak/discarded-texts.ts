import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of the discarded drafts. A draft that another window overwrites is kept with them. */
export function discardedTexts(folder: string): readonly string[] {
	const at = join(folder, 'drafts', 'discarded');
	if (!existsSync(at)) return [];
	return readdirSync(at).flatMap((name) => {
		try {
			return [JSON.parse(readFileSync(join(at, name), 'utf8')).body.text];
		} catch {
			// It was just removed, or is still being written.
			return [];
		}
	});
}
