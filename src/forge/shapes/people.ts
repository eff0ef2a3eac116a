import * as v from 'valibot';
import { fieldOf } from '../../base/field-of.ts';
import { maybe, or, type Read, type Shape } from '../contract/read.ts';

/** Takes a missing name from `canonical_name` (`~name`), because some servers omit it. */
const named = <T extends { canonical_name: string; name: string }>(person: T): T =>
	person.name === '' ? { ...person, name: person.canonical_name.replace(/^~/, '') } : person;

export const ShortUser = v.pipe(
	v.object({ canonical_name: v.string(), name: or(v.string(), '') }),
	v.transform(named),
);
export type ShortUser = Read<typeof ShortUser>;

export const User = v.pipe(
	v.object({
		canonical_name: v.string(),
		name: or(v.string(), ''),
		email: maybe(v.string()),
		url: maybe(v.string()),
		location: maybe(v.string()),
		bio: maybe(v.string()),
	}),
	v.transform(named),
);
export type User = Read<typeof User>;

/** A participant of a ticket: a user with an account, the sender of a mail, or a name from another tracker. */
export type Participant =
	| ({ readonly type: 'user' } & ShortUser)
	| { readonly type: 'email'; readonly address: string; readonly name: string | null }
	| { readonly type: 'external'; readonly external_id: string; readonly external_url: string | null };

const user: Shape<Participant> = v.pipe(
	ShortUser,
	v.transform((who): Participant => ({ type: 'user', ...who })),
);

const others = new Map<unknown, Shape<Participant>>([
	['email', v.object({ type: v.literal('email'), address: v.string(), name: maybe(v.string()) })],
	[
		'external',
		v.object({ type: v.literal('external'), external_id: v.string(), external_url: maybe(v.string()) }),
	],
]);

/** A participant without a `type`, or with an unknown one, is a user. */
export const Participant: Shape<Participant> = v.lazy((who) => others.get(fieldOf(who, 'type')) ?? user);
