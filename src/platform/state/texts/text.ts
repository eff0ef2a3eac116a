import { randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** The account of a text, with the names that the user knows. It may be signed out. */
export interface TextAccount {
	/** The id of its session. */
	readonly id: string;
	/** With the tilde. Empty if it is unknown. */
	readonly name: string;
	/** The name of the forge. */
	readonly instance: string;
}

/**
 * `editing`: the user writes it. `queued`: it is on its way, or was refused; its entries say for each item which. `sent`: it is kept for a
 * day (or `keptSentMs`), so that a page or a window that still shows it knows. `discarded`: it is kept for thirty days or more, so that it can be restored.
 */
export type TextState = 'editing' | 'queued' | 'sent' | 'discarded';

/** An entry of the outbox that is stored with its text. */
export interface TextEntry {
	readonly id: string;
	readonly textId?: string;
}

/** Who has written which version of a text. */
export interface TextVersion {
	/** Grows with each change of the body. */
	readonly revision: number;
	/** The load of a page, or the window, that has made the last change. */
	readonly writer: string;
}

/** Something that the user writes and sends. It has a file of its own, from the first letter until it was sent. */
export interface Text<Key, Body, Entry> extends TextVersion {
	readonly id: string;
	readonly account: TextAccount;
	/** What the text is for. */
	readonly key: Key;
	readonly body: Body;
	/** When its body or state was last changed, in milliseconds since 1970. */
	readonly saved: number;
	readonly state: TextState;
	/** One for each item that the text is sent to. Empty unless it is `queued`. */
	readonly entries: readonly Entry[];
}

/** What the user has written in a text. */
export interface WrittenText<Key, Body> extends TextVersion {
	readonly id: string;
	readonly account: TextAccount;
	readonly key: Key;
	readonly body: Body;
	/** The version that it is based on; null if the text is new. */
	readonly base: TextVersion | null;
}

/** Describes the texts of a feature. */
export interface TextFormat<Key, Body, Entry extends TextEntry> {
	readonly key: v.GenericSchema<unknown, Key>;
	readonly body: v.GenericSchema<unknown, Body>;
	/** Different keys have different ids. */
	readonly idOf: (key: Key) => string;
	/** Whether nothing was written, so that there is nothing to save. */
	readonly isEmpty: (body: Body) => boolean;
	/** Whether a body contains everything that the other one does, so that replacing the other one loses nothing. */
	readonly continues: (body: Body, before: Body) => boolean;
	/** What a text is for if it is for the items of these entries only. */
	readonly keyOf: (entries: readonly Entry[]) => Key;
	/** An entry as it is stored: without what its text has. */
	readonly toStored: (entry: Entry) => unknown;
	/** Undefined if it is not an entry. `textId` is the id of its text, even if another one is stored. */
	readonly readEntry: (stored: unknown, body: Body, textId: string) => Entry | undefined;
	/** The part of a body that the forge does not have. It may have the rest, for example the comment, but not the status. */
	readonly unsent?: (body: Body, entry: Entry) => Body;
	/** How long a text is kept after it was sent: by default, a day. */
	readonly keptSentMs?: number;
	/** Whether what the text is for exists only in this window. Such a text is in memory from when it is sent. */
	readonly isLocal?: (key: Key) => boolean;
}

/** The latest time that a `Date` can have. */
const latestTime = 8.64e15;

const Stored = v.object({
	id: v.string(),
	account: v.object({ id: v.string(), name: v.string(), instance: v.string() }),
	key: v.unknown(),
	body: v.unknown(),
	revision: v.number(),
	writer: v.string(),
	saved: v.pipe(
		v.number(),
		v.transform((time) => Math.min(Math.max(0, time), latestTime)),
	),
	state: v.picklist(['editing', 'queued', 'sent', 'discarded']),
	entries: v.array(v.unknown()),
});

export function stringifyText<Key, Body, Entry extends TextEntry>(
	{ toStored }: Pick<TextFormat<Key, Body, Entry>, 'toStored'>,
	text: Text<Key, Body, Entry>,
): string {
	return JSON.stringify({ ...text, entries: text.entries.map(toStored) });
}

/** Reads the content of a file. Undefined if it is not a text. */
export function parseText<Key, Body, Entry extends TextEntry>(
	format: TextFormat<Key, Body, Entry>,
	content: string,
): Text<Key, Body, Entry> | undefined {
	const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), content);
	if (!stored.success) return undefined;
	const key = v.safeParse(format.key, stored.output.key);
	const body = v.safeParse(format.body, stored.output.body);
	if (!key.success || !body.success) return undefined;
	const { id, state } = stored.output;
	const queued = state === 'queued' ? stored.output.entries : [];
	const entries = queued.map((one) => format.readEntry(one, body.output, id));
	if (entries.includes(undefined)) return undefined;
	return {
		...stored.output,
		key: key.output,
		body: body.output,
		entries: entries.filter((entry) => entry !== undefined),
	};
}

export const newTextId = (): string => randomBytes(8).toString('hex');

/** The id of what a writer adds to a text that was sent or discarded. */
export const successorId = ({ id, writer }: { readonly id: string; readonly writer: string }): string =>
	`${id}.${writer}`;

export const isSameVersion = (one: TextVersion, other: TextVersion): boolean =>
	one.revision === other.revision && one.writer === other.writer;

/** Whether the writer of a text has already written this version or a later one. */
export const isKnownVersion = (text: TextVersion, written: TextVersion): boolean =>
	text.writer === written.writer && written.revision <= text.revision;
