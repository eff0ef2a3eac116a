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
 * `editing`: the user writes it. `sent`: the outbox has it, or the forge; it is kept for a day (or `keptSentMs`), so that a page or a window
 * that still shows it knows. `discarded`: it is kept for thirty days or more, so that it can be restored.
 */
export type TextState = 'editing' | 'sent' | 'discarded';

/** Who has written which version of a text. */
export interface TextVersion {
	/** Grows with each change of the body. */
	readonly revision: number;
	/** The load of a page, or the window, that has made the last change. */
	readonly writer: string;
}

/** What the user has written, and what it is for. */
export interface TextContent<Key, Body> {
	readonly id: string;
	readonly account: TextAccount;
	/** What the text is for. */
	readonly key: Key;
	readonly body: Body;
}

/** Something that the user writes and sends. It has a separate file from the first letter until it was sent. */
export interface Text<Key, Body> extends TextContent<Key, Body>, TextVersion {
	/** When its body or state was last changed, in milliseconds since 1970. */
	readonly saved: number;
	readonly state: TextState;
	/** The entries of the outbox that an earlier version has stored with the text, until the outbox takes them over. */
	readonly entries?: readonly unknown[];
}

/** What the user has written in a text. */
export interface WrittenText<Key, Body> extends TextContent<Key, Body>, TextVersion {
	/** The version that it is based on; null if the text is new. */
	readonly base: TextVersion | null;
}

/** The next version of a text, for `Texts.write`, with what has changed. */
export function nextVersion<Key, Body>(
	{ id, account, key, body, revision, writer: before }: TextContent<Key, Body> & TextVersion,
	writer: string,
	changed: { readonly key?: Key; readonly body?: Body },
): WrittenText<Key, Body> {
	const base = { revision, writer: before };
	return { id, account, key, body, ...changed, base, revision: revision + 1, writer };
}

/** Describes the texts of a feature. */
export interface TextFormat<Key, Body> {
	readonly key: v.GenericSchema<unknown, Key>;
	readonly body: v.GenericSchema<unknown, Body>;
	/** Different keys have different ids. */
	readonly idOf: (key: Key) => string;
	/** Whether nothing was written, so that there is nothing to save. */
	readonly isEmpty: (body: Body) => boolean;
	/** Whether a body contains everything that the other one does, so that replacing the other one loses nothing. */
	readonly continues: (body: Body, before: Body) => boolean;
	/** How long a text is kept after it was sent: by default, a day. */
	readonly keptSentMs?: number;
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

/** A window of an earlier version that is still open requires `entries`. */
export const stringifyText = ({ entries = [], ...text }: Text<unknown, unknown>): string =>
	JSON.stringify({ ...text, entries });

/** Reads the content of a file. Undefined if it is not a text. */
export function parseText<Key, Body>(
	format: TextFormat<Key, Body>,
	content: string,
): Text<Key, Body> | undefined {
	const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), content);
	if (!stored.success) return undefined;
	const { entries, ...text } = stored.output;
	const key = v.safeParse(format.key, text.key);
	const body = v.safeParse(format.body, text.body);
	if (!key.success || !body.success) return undefined;
	const read = { ...text, key: key.output, body: body.output };
	// An earlier version has stored texts in the outbox as `queued`.
	return text.state === 'queued' ? { ...read, state: 'sent', entries } : { ...read, state: text.state };
}

export const newTextId = (): string => randomBytes(8).toString('hex');

/** The id of what a writer adds to a text that was sent or discarded. */
export const successorId = ({ id, writer }: { readonly id: string; readonly writer: string }): string =>
	`${id}.${writer}`;

/** The id of a part of a text that the user edits again, while the rest waits. Always the same, so that a retry after a kill creates no copy. */
export const partId = (id: string, entry: string): string => `${id}-${entry}`;

export const isSameVersion = (one: TextVersion, other: TextVersion): boolean =>
	one.revision === other.revision && one.writer === other.writer;

/** Whether the writer of a text has already written this version or a later one. */
export const isKnownVersion = (text: TextVersion, written: TextVersion): boolean =>
	text.writer === written.writer && written.revision <= text.revision;
