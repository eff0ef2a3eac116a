import type { Family, families } from '../forge/families.ts';
import type { Params } from '../forge/row.ts';

export interface Hook {
	readonly id: number;
	readonly created: string;
	readonly family: Family;
	/** The resource that it hangs on: the parameters of the family's path, always with the owner's name. */
	place: string;
	readonly events: readonly string[];
	readonly url: string;
	readonly sync: boolean;
	/** The token that made it: no other sees it, and it ends with it. */
	readonly token: string;
}

/** How a family's hooks are found: whom and what they hang on. */
export type Place<F extends Family> = Params<(typeof families)[F]['path']> & { readonly owner: string };

export type Values = Readonly<Record<string, string | number>>;

/** `owner` is in every place, although the path of a user's own family does not show it. */
export const partsOf = (params: Values) =>
	Object.entries(params)
		.filter(([name]) => !['hook', 'delivery'].includes(name))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);

export const placeOf = (params: Values) => partsOf(params).join('&');

export const paramsOf = (place: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(place));
