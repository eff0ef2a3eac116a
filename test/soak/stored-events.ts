import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Line, parseLine } from '../../src/inbox/state/event-lines.ts';
import { type ForgeEvent, ForgeEventShape } from '../../src/platform/model/forge-events.ts';

interface StoredInbox {
	/** As often as the file has them. */
	readonly events: readonly ForgeEvent[];
	readonly seen: ReadonlySet<string>;
	/** The resources that were read. */
	readonly cursors: ReadonlySet<string>;
	/** How many lines were cut off or damaged. */
	readonly bad: number;
}

/** Reads what the inbox of the only account has on the disk, line by line. `folder` is the editor's storage folder. */
export function readStoredInbox(folder: string): StoredInbox {
	const [events, seen, cursors] = [[] as ForgeEvent[], new Set<string>(), new Set<string>()];
	const at = join(folder, 'kept', 'inbox');
	const [account] = existsSync(at) ? readdirSync(at) : [];
	const file = join(at, account ?? '', 'events');
	if (account === undefined || !existsSync(file)) return { events, seen, cursors, bad: 0 };
	const text = readFileSync(file, 'utf8');
	const written = text
		.split('\n')
		.slice(1)
		.filter((line) => line !== '');
	const lines = written.map(lineOf).filter((line) => line !== undefined);
	const bad = written.length - lines.length;
	for (const line of lines) {
		if ('seen' in line) for (const key of line.seen) seen.add(key);
		else if ('cursor' in line) cursors.add(line.cursor);
		else if ('addedAt' in line) {
			const event = v.parse(ForgeEventShape, line.event);
			events.push(event);
			if (line.seenAt !== undefined) seen.add(event.key);
		}
	}
	return { events, seen, cursors, bad };
}

function lineOf(text: string): Line | undefined {
	try {
		return parseLine(JSON.parse(text));
	} catch {
		return undefined;
	}
}
