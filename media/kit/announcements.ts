import type { ShownEntry } from '../../src/platform/page/snapshot-parts.ts';

/** If more comments than this arrive at once, only their number is announced. */
const maxNamed = 3;

/** An entry that may be announced; only comments are. */
type Announced =
	| Pick<Extract<ShownEntry, { readonly kind: 'comment' }>, 'kind' | 'key' | 'name' | 'by'>
	| { readonly kind: 'event' | 'since'; readonly key: string };

interface Shown {
	/** The key of the page. */
	readonly key: string;
	readonly timeline: readonly Announced[];
	/** Whether entries may still be missing, such as those of a page that shows nothing yet. */
	readonly isLoading: boolean;
	/** The user's name. */
	readonly me: string | undefined;
}

/** Announces, for screen readers, comments that other people add while the page is open. */
export class Announcements {
	#page = '';
	/** What several entries are called: `comments`. */
	readonly #entries: string;
	/** The entries of the previous snapshot; undefined until all of them have been read for the first time. */
	#known: ReadonlySet<string> | undefined;

	constructor(entries: string) {
		this.#entries = entries;
	}

	/** Returns the text to announce for a snapshot; empty if there is nothing new. */
	describeNew({ key, timeline, isLoading, me }: Shown): string {
		const known = key === this.#page ? this.#known : undefined;
		this.#page = key;
		const isLoaded = known !== undefined || !isLoading;
		this.#known = isLoaded ? new Set(timeline.map((entry) => entry.key)) : undefined;
		if (!known) return '';
		const names = timeline.flatMap((entry) =>
			isByOtherUser(entry, me) && !known.has(entry.key) ? entry.name : [],
		);
		return names.length > maxNamed ? `${names.length} new ${this.#entries}` : names.join(', ');
	}
}

const isByOtherUser = (
	entry: Announced,
	me: string | undefined,
): entry is Announced & { readonly kind: 'comment' } => entry.kind === 'comment' && entry.by.name !== me;
