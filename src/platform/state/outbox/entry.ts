import * as v from 'valibot';
import { smallest } from '../../../base/collections.ts';
import type { TextVersion } from '../texts/text.ts';

/** A change that the user made with one command. */
export interface Step<Change> {
	/** Shared by all changes of one command. They are undone together. */
	readonly group: string;
	readonly change: Change;
	/** When the user made the change or confirmed it, in milliseconds since 1970. */
	readonly at: number;
}

/** The permissions that the token lacks for a change. */
export interface MissingPermissions {
	/** The name of the forge. */
	readonly instance?: string;
	readonly scopes: readonly string[];
}

export type EntryState =
	/** It can be undone until it is sent. */
	| { readonly kind: 'pending' }
	/** It is tried again. If `mayBeDone`, the forge is asked first whether it has the change. */
	| { readonly kind: 'waiting'; readonly reason: string; readonly mayBeDone: boolean }
	/** A window has begun to send it. If that window is gone, the forge may have the change. `reason` is why it had to wait before, if it did. */
	| { readonly kind: 'sending'; readonly since: number; readonly reason?: string }
	/** The forge does not make the change, so the user has to decide. */
	| {
			readonly kind: 'refused';
			readonly reason: string;
			readonly mayBeDone: boolean;
			readonly missing?: MissingPermissions;
	  }
	/** Another user has changed the same thing. `theirs` describes that change, which the entry overwrites if the user sends it again. */
	| { readonly kind: 'conflict'; readonly theirs: string };

/** Changes of one item that are sent together. */
export interface Entry<Key, Change> {
	readonly id: string;
	readonly key: Key;
	/** The oldest first. */
	readonly steps: readonly Step<Change>[];
	/** When the user made it. Absent if that is the time of its first step. */
	readonly made?: number;
	/** When to send it, in milliseconds since 1970. */
	readonly due: number;
	/** The window that sends it. Other windows send it a little later, if it is still there. */
	readonly origin: string;
	/** The `Sender.mark` of the item when a window last began to send the entry. Passed to `Sender.missing`. */
	readonly mark?: string;
	/**
	 * When the forge may be asked whether it has the change. Until then, the request of a window that has ended, or whose answer was lost, may
	 * still be on its way. Set when that becomes known.
	 */
	readonly checkAt?: number;
	readonly state: EntryState;
	/** The id of the text that it sends. It is not merged with others. Absent for a direct change. */
	readonly textId?: string;
	/** The version of that text. */
	readonly textVersion?: TextVersion;
}

/** Describes a kind of change. */
export interface OutboxFormat<Key, Change> {
	readonly key: v.GenericSchema<unknown, Key>;
	readonly change: v.GenericSchema<unknown, Change>;
	/** Different keys have different ids. */
	readonly idOf: (key: Key) => string;
	/** The id of the account whose item it is. */
	readonly accountOf: (key: Key) => string;
	/** Combines two changes of an item into one with the same result. */
	readonly merge: (earlier: Change, later: Change) => Change;
	/**
	 * The part of a change that a later change of the same item does not override: undefined if there is none, `earlier` itself if nothing
	 * is overridden.
	 */
	readonly leftAfter: (earlier: Change, later: Change) => Change | undefined;
	/** The later change of an item, adapted because the earlier one, on top of which the user made it, is not made. */
	readonly without: (earlier: Change, later: Change) => Change;
}

/** A change that has waited for longer is not sent before the user confirms it. */
export const confirmAfterMs = 10 * 60_000;

/** The changes of an entry as one. Undefined if there are none. */
export function changeOf<Key, Change>(
	{ merge }: OutboxFormat<Key, Change>,
	steps: readonly Step<Change>[],
): Change | undefined {
	const [first, ...later] = steps.map(({ change }) => change);
	return first === undefined ? undefined : later.reduce(merge, first);
}

type AnyEntry = Entry<unknown, unknown>;

/** Whether the changes of an entry can be merged with others. */
export const isMergeable = ({ textId }: AnyEntry): boolean => textId === undefined;

/** The permissions that the user has to grant before a refused change can be made. */
export const missingPermissions = ({ state }: AnyEntry): MissingPermissions | undefined =>
	state.kind === 'refused' ? state.missing : undefined;

/** Whether the change certainly has not reached the forge, so that it can still be undone or extended. */
export const isNotSent = ({ state }: AnyEntry): boolean =>
	state.kind === 'pending' || (state.kind === 'waiting' && !state.mayBeDone);

/** Whether the entry waits to be sent, or is being sent: it is not refused, and has no conflict. */
export const isWaiting = ({ state }: AnyEntry): boolean =>
	state.kind !== 'refused' && state.kind !== 'conflict';

/** Whether the forge has certainly not made the change, and it is not tried again. */
export const isCertainlyNotMade = ({ state }: AnyEntry): boolean =>
	state.kind === 'conflict' || (state.kind === 'refused' && !state.mayBeDone);

/** Whether the forge has to be asked for the change before it is sent. */
export const needsCheck = ({ state }: AnyEntry): boolean =>
	state.kind === 'sending' || (state.kind === 'waiting' && state.mayBeDone);

/** Whether the forge may have the change. */
export const mayBeDone = (entry: AnyEntry): boolean =>
	needsCheck(entry) || (entry.state.kind === 'refused' && entry.state.mayBeDone);

/** Whether the change has waited for so long that the user has to confirm it. */
export const isUnconfirmed = (entry: AnyEntry, now: number): boolean =>
	isNotSent(entry) && now - smallest(entry.steps.map(({ at }) => at)) > confirmAfterMs;

const State = v.variant('kind', [
	v.object({ kind: v.literal('pending') }),
	v.object({ kind: v.literal('waiting'), reason: v.string(), mayBeDone: v.boolean() }),
	v.object({ kind: v.literal('sending'), since: v.number(), reason: v.exactOptional(v.string()) }),
	v.object({
		kind: v.literal('refused'),
		reason: v.string(),
		mayBeDone: v.boolean(),
		missing: v.exactOptional(
			v.object({ instance: v.exactOptional(v.string()), scopes: v.array(v.string()) }),
		),
	}),
	v.object({ kind: v.literal('conflict'), theirs: v.string() }),
]);

/** Reads an entry of the queue. Fields that only an earlier version has written are left out. */
const entrySchema = <Key, Change>({ key, change }: OutboxFormat<Key, Change>) =>
	v.object({
		id: v.string(),
		key,
		steps: v.pipe(v.array(v.object({ group: v.string(), change, at: v.number() })), v.minLength(1)),
		made: v.exactOptional(v.number()),
		due: v.number(),
		origin: v.string(),
		mark: v.exactOptional(v.string()),
		checkAt: v.exactOptional(v.number()),
		textId: v.exactOptional(v.string()),
		textVersion: v.exactOptional(v.object({ revision: v.number(), writer: v.string() })),
		state: State,
	});

/** Returns a function that reads parsed JSON as an entry. It returns undefined for what is not one. */
export function entryReader<Key, Change>(
	format: OutboxFormat<Key, Change>,
): (json: unknown) => Entry<Key, Change> | undefined {
	const schema = entrySchema(format);
	return (json) => {
		const read = v.safeParse(schema, json);
		return read.success ? read.output : undefined;
	};
}
