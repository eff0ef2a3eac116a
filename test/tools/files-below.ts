import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../src/base/files/files.ts';

/** All files below a folder. Its folders may be removed meanwhile, as those of locks are, with which a recursive `readdirSync` fails. */
export function filesBelow(folder: string): readonly Dirent[] {
	return entriesOf(folder).flatMap((one) => {
		if (one.isDirectory()) return filesBelow(join(folder, one.name));
		return one.isFile() ? [one] : [];
	});
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
		return [];
	}
}
