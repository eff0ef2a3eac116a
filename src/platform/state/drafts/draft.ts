import * as v from 'valibot';

/** The account of a draft, with the names that the user knows. It may be signed out. */
export interface DraftAccount {
	/** The id of its session. */
	readonly id: string;
	/** With the tilde. Empty if it is unknown. */
	readonly name: string;
	/** The name of the forge. */
	readonly instance: string;
}

/** Something that the user has written and not yet sent. */
export interface Draft<Key, Body> {
	readonly account: DraftAccount;
	/** What the draft is for. There is at most one draft for a key. */
	readonly key: Key;
	readonly body: Body;
	/** When the draft was last saved, in milliseconds since 1970. */
	readonly saved: number;
}

export type UnsavedDraft<Key, Body> = Omit<Draft<Key, Body>, 'saved'>;

/** Describes a kind of draft. */
export interface DraftFormat<Key, Body> {
	readonly key: v.GenericSchema<unknown, Key>;
	readonly body: v.GenericSchema<unknown, Body>;
	/** Spells a key. Different keys are spelled differently. */
	readonly spell: (key: Key) => string;
	/** Whether nothing was written, so that there is nothing to save. */
	readonly isEmpty: (body: Body) => boolean;
	/** Whether a body contains everything that the previous one does, so that replacing the previous one loses nothing. */
	readonly continues: (body: Body, before: Body) => boolean;
	/** A body with what was written before it. */
	readonly withEarlier: (body: Body, earlier: Body) => Body;
}

const Stored = v.object({
	account: v.object({ id: v.string(), name: v.string(), instance: v.string() }),
	key: v.unknown(),
	body: v.unknown(),
	saved: v.number(),
});

/** Reads parsed JSON as a draft. Undefined if it is not one. */
export function readDraft<Key, Body>(
	format: DraftFormat<Key, Body>,
	json: unknown,
): Draft<Key, Body> | undefined {
	const stored = v.safeParse(Stored, json);
	if (!stored.success) return undefined;
	const key = v.safeParse(format.key, stored.output.key);
	const body = v.safeParse(format.body, stored.output.body);
	if (!key.success || !body.success) return undefined;
	return { ...stored.output, key: key.output, body: body.output };
}

/** Reads the text of a draft file. Undefined if it is not a draft. */
export function readDraftText<Key, Body>(
	format: DraftFormat<Key, Body>,
	text: string | undefined,
): Draft<Key, Body> | undefined {
	const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
	return json.success ? readDraft(format, json.output) : undefined;
}
