import { ForgeError } from './errors.ts';

declare const isOwn: unique symbol;

/** The name of something that belongs to the account whose token makes the call. */
export type OwnName = string & { readonly [isOwn]: true };

/**
 * The name of something that belongs to the account `me`. Throws if it belongs to another account. A route without an owner uses
 * the name in the namespace of the token's account, so a name from another namespace must never reach it.
 */
export function toOwnName(
	{ owner, name }: { readonly owner: string; readonly name: string },
	me: string,
): OwnName {
	if (owner !== me) throw new ForgeError('refused', `${owner}/${name} does not belong to ${me}.`);
	return name as OwnName;
}
