import { idOfList, type MailKey } from '../../../platform/model/keys.ts';

/** A patch, and the mail that has it. */
interface PatchPlace extends MailKey {
	readonly patch: number;
}

/** A file after a patch. */
interface ChangedFile {
	readonly place: PatchPlace;
	readonly content: Promise<string | undefined>;
}

const maxContents = 100;
/** Longer files, in characters, are not kept. */
const longest = 256 * 1024;
/** The length of the shortest ids that git writes. */
const idLength = 7;

/**
 * Whole files as patches have changed them. A later patch of a series is made for such a file, which is in no repository until the series is
 * applied.
 */
export class PatchResultCache {
	readonly #all = new Map<string, ChangedFile>();

	/** Call when a patch begins to be read. Call the result with the content that the patch leads to, or without one. */
	begin(place: PatchPlace, newId: string | undefined): (content?: string) => void {
		if (newId === undefined || newId.length < idLength) return () => {};
		const { promise, resolve } = Promise.withResolvers<string | undefined>();
		const name = idOfContent(place, newId);
		this.#all.delete(name);
		this.#all.set(name, { place, content: promise });
		const [oldest] = this.#all.keys();
		if (this.#all.size > maxContents && oldest !== undefined) this.#all.delete(oldest);
		return (content) => resolve(content !== undefined && content.length <= longest ? content : undefined);
	}

	/** The content with this id as an earlier patch of the list has made it. Callers must check its id. */
	async before(place: PatchPlace, id: string): Promise<string | undefined> {
		const changed = this.#all.get(idOfContent(place, id));
		// Two patches that undo each other must not wait for each other.
		return changed && isBefore(changed.place, place) ? changed.content : undefined;
	}
}

const idOfContent = (place: PatchPlace, id: string): string => `${idOfList(place)} ${id.slice(0, idLength)}`;

const isBefore = (one: PatchPlace, other: PatchPlace): boolean =>
	one.mail < other.mail || (one.mail === other.mail && one.patch < other.patch);
