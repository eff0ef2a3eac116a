import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../tools/until.ts';
import type { EditorWindow } from './window.ts';

/** What the inbox has stored, as text. */
function stored({ host }: EditorWindow): string {
	const folder = join(host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge', 'kept', 'inbox');
	if (!existsSync(folder)) return '';
	return readdirSync(folder)
		.map((account) => join(folder, account, 'events'))
		.filter((path) => existsSync(path))
		.map((path) => readFileSync(path, 'utf8'))
		.join('\n');
}

/** Waits until the inbox knows what was there before. Only what follows is new. */
export const knowsAll = (window: EditorWindow, ...names: readonly string[]): Promise<void> =>
	until(() => names.every((name) => new RegExp(`"cursor":.*${name}`).test(stored(window))), {
		what: `the inbox has read ${names.join(', ')}`,
		seconds: 120,
	});
