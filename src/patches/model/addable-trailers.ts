import type { Patch } from '../../mail/patch/patch.ts';
import { type PersonTrailer, personTrailers, trailerIds } from './person-trailers.ts';

/** A trailer in a reply, and the patches that it is for. */
interface GivenTrailer extends PersonTrailer {
	/** Whether a mail that gives it is from the address that the trailer names. */
	readonly isFromPerson: boolean;
	readonly patches: readonly Patch[];
}

/** A trailer that replies have given, and the patches whose messages lack it. */
export interface AddableTrailer extends PersonTrailer {
	readonly isFromPerson: boolean;
	readonly patches: ReadonlySet<Patch>;
}

/**
 * The trailers that can be added to messages of patches, each once for a patch. Those that people have sent themselves come first, so that the
 * same trailer from another address is not added, too.
 */
export function addableTrailers(given: readonly GivenTrailer[]): readonly AddableTrailer[] {
	const found = new Map<string, { readonly trailer: GivenTrailer; readonly patches: Set<Patch> }>();
	/** The trailers that each message has, and those that are found for it. */
	const present = new Map<Patch, Set<string>>();
	const presentIn = (patch: Patch): Set<string> => {
		const ids =
			present.get(patch) ?? new Set(personTrailers(patch.trailers).map((one) => trailerIds(one)[0]));
		present.set(patch, ids);
		return ids;
	};
	const inOrder = given.toSorted((one, other) => Number(other.isFromPerson) - Number(one.isFromPerson));
	for (const trailer of inOrder) {
		const ids = trailerIds(trailer);
		const [id] = ids;
		const key = `${id}\n${trailer.isFromPerson}`;
		for (const patch of trailer.patches) {
			if (ids.some((one) => presentIn(patch).has(one))) continue;
			presentIn(patch).add(id);
			const addable = found.get(key) ?? { trailer, patches: new Set() };
			found.set(key, addable);
			addable.patches.add(patch);
		}
	}
	return [...found.values()].map(({ trailer, patches }) => ({ ...trailer, patches }));
}
