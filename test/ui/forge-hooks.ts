import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface StoredHook {
	readonly id: number;
	readonly family: string;
	readonly place: string;
	readonly events: readonly string[];
	readonly token: string;
}

/** The webhooks that a forge has stored in its folder, of all tokens. Empty while it writes. */
export function storedHooks(data: string): readonly StoredHook[] {
	try {
		return JSON.parse(readFileSync(join(data, 'state.json'), 'utf8')).hooks.hooks;
	} catch {
		return [];
	}
}
