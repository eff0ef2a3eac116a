import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { formatClock } from '../model/words.ts';
import type { Text, TextAccount, WrittenText } from '../state/texts/text.ts';
import type { Texts } from '../state/texts/texts.ts';
import type { PageText, PastText } from './page-text.ts';

interface PageTextsOptions<Key, Body, Place> {
	readonly texts: Texts<Key, Body>;
	/** Whether the page shows texts with this key, or says that there are some. */
	readonly isOfPage: (key: Key) => boolean;
	/** What a new text is for, which the user writes at a place of a page. The panel may show another page by now. */
	readonly keyOf: (page: string, at: Place) => Key | Promise<Key>;
	readonly accountOf: (key: Key, before: TextAccount | undefined) => TextAccount;
	/** The state of a text that is no longer written; undefined if the page does not need it. */
	readonly pastState: (text: Text<Key, Body>) => PastText['state'] | undefined;
	/** What else the page shows of the texts. */
	readonly more?: () => unknown;
	/** The page needs a new snapshot, because what it shows of its texts is out of date. */
	readonly changed: () => void;
}

/** What the user writes on one page. Keeps it as they type, and tells the page what has happened to it in other windows and tabs. */
export class PageTexts<Key, Body, Place> implements Disposable {
	readonly #options: PageTextsOptions<Key, Body, Place>;
	readonly #lifetime = new Lifetime();
	/** The load of a page that has posted last. */
	#writer = '';
	/** The fingerprint of what the page knows. */
	#known = '';

	constructor(options: PageTextsOptions<Key, Body, Place>) {
		this.#options = options;
		const { texts, isOfPage } = options;
		this.#lifetime.add(texts.onDidWrite((key) => isOfPage(key) && this.didChange()));
	}

	readonly handlers = {
		draft: async ({ page, at, text }: { page: string; at: Place; text: PageText<Body> }) => {
			if (text.writer !== this.#writer) {
				// Another load of the page changes the fingerprint, but not what the page knows.
				this.#writer = text.writer;
				this.#known = this.#fingerprint();
			}
			const { texts, keyOf, changed } = this.#options;
			const key = texts.get(text.id)?.key ?? (await keyOf(page, at));
			const { id, saved, state } = await texts.write(this.written(key, text));
			// The page may not know yet that this version was sent or discarded.
			if (state !== 'editing') changed();
			return { id, saved: formatClock(saved) };
		},
		discard: async ({ id }: { id: string }) => {
			await this.#options.texts.discard(id);
			return null;
		},
		restoreDraft: async ({ id }: { id: string }) => {
			const restored = await this.#options.texts.restore(id);
			if (!restored) throw new ForgeError('missing', 'There is nothing left to restore.');
			return null;
		},
	};

	/** A text of the page, as it is stored. */
	written(key: Key, text: PageText<Body>): WrittenText<Key, Body> {
		const { texts, accountOf } = this.#options;
		return { ...text, key, account: accountOf(key, texts.get(text.id)?.account) };
	}

	/** The texts that the user writes now, without those that wait or were sent. */
	get editing(): readonly Text<Key, Body>[] {
		return this.#all.filter(({ state }) => state === 'editing');
	}

	/** The texts that are no longer written, for a snapshot of the page. From now on, the page knows the texts as they are. */
	shownPast(): readonly PastText[] {
		this.#known = this.#fingerprint();
		return this.#past;
	}

	/** What the page shows of its texts may have changed. */
	didChange(): void {
		if (this.#fingerprint() !== this.#known) this.#options.changed();
	}

	/** Writes what the user has typed without a further pause. */
	didHide(): void {
		this.#options.texts.writeNow();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #all(): readonly Text<Key, Body>[] {
		const { texts, isOfPage } = this.#options;
		return texts.all.filter(({ key }) => isOfPage(key));
	}

	get #past(): readonly PastText[] {
		return this.#all.flatMap((text) => {
			const { id, revision, writer } = text;
			const state = text.state === 'editing' ? undefined : this.#options.pastState(text);
			return state ? [{ id, revision, writer, state }] : [];
		});
	}

	/** What the page shows of its texts, for a comparison. Without the versions that the page has written itself: it knows them. */
	#fingerprint(): string {
		const editing = this.editing.map(({ id, revision, writer }) =>
			writer === this.#writer ? [id] : [id, revision, writer],
		);
		return JSON.stringify([editing, this.#past, this.#options.more?.()]);
	}
}
