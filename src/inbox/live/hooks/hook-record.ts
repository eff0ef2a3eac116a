import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Family, families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import { hookPath } from '../listener/hook-paths.ts';

// The keys of the table are the families.
const familyNames = Object.keys(families) as readonly Family[];

const RecordState = v.variant('kind', [
	/** The forge was asked for the hooks, or is about to be. It may have created any of them. */
	v.object({ kind: v.literal('creating') }),
	v.object({
		kind: v.literal('registered'),
		/** Their ids. There are several if the forge refuses some of the events. */
		hooks: v.array(v.number()),
		/** The events that the forge does not deliver to this target. */
		missing: v.array(v.string()),
		since: v.number(),
		/** Whether a delivery that the forge has signed has arrived. */
		hasDelivered: v.boolean(),
	}),
	v.object({
		kind: v.literal('refused'),
		reason: v.string(),
		at: v.number(),
		/** Whether the forge may have created hooks despite its answer. */
		mayExist: v.boolean(),
	}),
	/** Hooks of an earlier token, which the current token cannot remove. They are used again if the user signs in with that token. */
	v.object({ kind: v.literal('earlierToken') }),
]);

/** The hooks of one target that a token has created for one address, as they are stored. All have the same path. */
export const HookRecord = v.object({
	target: v.object({
		family: v.picklist(familyNames),
		params: v.record(v.string(), v.string()),
		sync: v.exactOptional(v.boolean()),
	}),
	/** The address of the listener, as the forge reaches it. */
	address: v.string(),
	/** The secret of the hooks' path. Unique, so it also identifies the record. */
	secret: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
	/** The token that has created the hooks, as `tokenId` names it. Only this token can see and delete them. */
	token: v.string(),
	state: RecordState,
});
export type HookRecord = v.InferOutput<typeof HookRecord>;

/** Where hooks are registered: the listener's address and the token. Hooks with another address or token are of no use. */
export type Registrar = Pick<HookRecord, 'address' | 'token'>;

/** Whether the hooks of both targets answer, or neither's do. Both targets name the same resource. */
export const hasSameSync = (one: HookTarget, other: HookTarget): boolean =>
	(one.sync ?? false) === (other.sync ?? false);

/** Identifies the resource of a target. */
export const spellTarget = ({ family, params }: HookTarget): string =>
	JSON.stringify([family, ...Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Identifies a token without revealing it. */
export const tokenId = (token: string): string =>
	createHash('sha256').update('creator of hooks ').update(token).digest('hex').slice(0, 16);

/** The address that the forge delivers to. It is a secret. */
export const hookUrl = ({ address, secret }: Pick<HookRecord, 'address' | 'secret'>): string =>
	address.replace(/\/+$/, '') + hookPath(secret);
