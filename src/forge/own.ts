import { ForgeError } from './errors.ts';

declare const isOwn: unique symbol;

/** The name of something that belongs to the account whose token makes the call. */
export type OwnName = string & { readonly [isOwn]: true };

/**
 * The name of something that belongs to the account `me`. Throws if it belongs to another account. A route without an owner acts
 * on whatever the account itself has under a name, so a name in another account's namespace must never get there.
 */
export function toOwnName(
	{ owner, name }: { readonly owner: string; readonly name: string },
	me: string,
): OwnName {
	if (owner !== me) throw new ForgeError('refused', `${owner}/${name} does not belong to ${me}.`);
	return name as OwnName;
}
