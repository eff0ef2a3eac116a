import type { Params } from '../../forge/contract/row.ts';
import type { Family, families } from '../../forge/webhooks/families.ts';

export interface Hook {
	readonly id: number;
	readonly created: string;
	readonly family: Family;
	/**
	 * The target of the hook, as `idOfTarget` writes it: the parameters of the family's path, always with the owner's name. The field
	 * has this name in stored states.
	 */
	place: string;
	readonly events: readonly string[];
	readonly url: string;
	readonly sync: boolean;
	/** The token that created the hook. No other token sees the hook, and the hook ends with its token. */
	readonly token: string;
	/** Executed for each event, for a hook that was created in GraphQL. REST does not show such a hook. */
	readonly query?: string;
}

/** The key of a family's hooks: their owner and their resource. */
export type HookTarget<F extends Family> = Params<(typeof families)[F]['path']> & { readonly owner: string };

export type Values = Readonly<Record<string, string | number>>;

/** Every target includes `owner`, although the path of a user's own family does not. */
export const partsOf = (params: Values) =>
	Object.entries(params)
		.filter(([name]) => !['hook', 'delivery'].includes(name))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);

export const idOfTarget = (params: Values) => partsOf(params).join('&');

export const readTarget = (target: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(target));
