import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnfinished } from '../../src/base/files/files.ts';

interface StoredText {
	readonly state: string;
	readonly text: string;
}

/** The texts of one kind in the storage folder of the editor, while windows change them. */
export function textsIn(folder: string, kind: 'reviews' | 'texts'): readonly StoredText[] {
	const at = join(folder, kind, 'texts');
	if (!existsSync(at)) return [];
	const names = readdirSync(at).filter((name) => !isUnfinished(name));
	return names.flatMap((name) => {
		try {
			const { state, body } = JSON.parse(readFileSync(join(at, name), 'utf8'));
			return [{ state, text: body.text }];
		} catch {
			// It was just removed or replaced.
			return [];
		}
	});
}
