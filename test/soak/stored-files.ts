import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isUnfinished } from '../../src/base/files/files.ts';
import { parseText } from '../../src/platform/state/texts/text.ts';
import { type TicketText, ticketTexts } from '../../src/tickets/state/changes/text-format.ts';

export interface StoredFiles {
	readonly count: number;
	/** What the user can still edit. */
	readonly drafts: readonly TicketText[];
	/** Files that cannot be read, or that Tildeforge could not read. */
	readonly unreadable: readonly string[];
	/** Files and locks of killed processes. Later processes remove them or do not wait for them. */
	readonly leftBehind: number;
}

/** Reads everything in Tildeforge's folder. */
export function readStoredFiles(folder: string): StoredFiles {
	const drafts: TicketText[] = [];
	const unreadable: string[] = [];
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
	const isLeftBehind = (path: string) =>
		path.split(sep).some((part) => isUnfinished(part) || part.endsWith('.lock'));
	const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
	const kept = paths.filter((path) => !isLeftBehind(path));
	for (const path of kept) {
		const text = readFileSync(join(folder, path), 'utf8');
		const [first, second] = path.split(sep);
		if (second === 'unreadable') unreadable.push(`${path} was set aside`);
		// Such a file is empty: its name says that a service knows a token.
		else if (first === 'first-uses') continue;
		// The name of the window with the focus.
		else if (path.endsWith(join('live', 'focus'))) continue;
		else if (first === 'texts') {
			const parsed = parseText(ticketTexts, text);
			if (!parsed) unreadable.push(path);
			else if (parsed.state !== 'sent' && parsed.state !== 'discarded') drafts.push(parsed);
		} else if (!isReadable(text)) unreadable.push(path);
	}
	return { count: kept.length, drafts, unreadable, leftBehind: paths.length - kept.length };
}

/** Accepts JSON, or lines of JSON. Readers of a journal skip a line that a killed process left unfinished, so it is no loss. */
function isReadable(text: string): boolean {
	const isJson = (one: string) => {
		try {
			JSON.parse(one);
			return true;
		} catch {
			return false;
		}
	};
	return isJson(text) || isJson(text.split('\n')[0] ?? '');
}
