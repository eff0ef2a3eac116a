import type { Entry, Snapshot } from '../../src/tickets/page/protocol.ts';

/** Who wants each comment read by name when so many come at once? */
const mostNamed = 3;

/** Tells whoever listens to a page what others have written while it is open. */
export class News {
	#page = '';
	/** The entries that were there; undefined as long as the page may only be filled for the first time. */
	#known: ReadonlySet<string> | undefined;

	/** In words to be read aloud; empty for nothing new. */
	of({ key, timeline, composer }: Snapshot): string {
		const isFirst = key !== this.#page;
		const known = isFirst ? undefined : this.#known;
		this.#page = key;
		this.#known = isFirst && timeline.length < 2 ? undefined : new Set(timeline.map((entry) => entry.key));
		if (!known) return '';
		const names = timeline.flatMap((entry) =>
			isNews(entry, composer?.me.name) && !known.has(entry.key) ? entry.name : [],
		);
		return names.length > mostNamed ? `${names.length} new comments` : names.join(', ');
	}
}

const isNews = (entry: Entry, me: string | undefined): entry is Entry & { readonly kind: 'comment' } =>
	entry.kind === 'comment' && entry.by.name !== me;
