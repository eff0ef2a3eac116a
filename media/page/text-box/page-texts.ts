import type { HostText, PageText } from '../../../src/platform/page/page-text.ts';
import type { Answer } from '../../../src/platform/page/requests.ts';
import type { DraftPage } from './draft-editor-options.ts';

/**
 * The texts of the host: those of the last snapshot, updated with what this page has saved, sent or discarded since, because the host sends no
 * snapshot for that, or sends it later.
 */
export class PageTexts<Body> {
	#page: DraftPage<Body> | undefined;
	/** The texts that the page has asked the host to send or discard, without an answer yet: snapshots may still have them. */
	readonly #ending = new Set<string>();

	/** Undefined while the user cannot write. */
	get page(): DraftPage<Body> | undefined {
		return this.#page;
	}

	/** The texts that the user writes. */
	get editing(): readonly HostText<Body>[] {
		return this.#page?.editing.filter(({ id }) => !this.#ending.has(id)) ?? [];
	}

	get isAnyEnding(): boolean {
		return this.#ending.size > 0;
	}

	isEnding(id: string): boolean {
		return this.#ending.has(id);
	}

	/** Returns the snapshot before. */
	receive(page: DraftPage<Body> | undefined): DraftPage<Body> | undefined {
		const before = this.#page;
		this.#page = page;
		return before;
	}

	/** The page asks the host to send or discard a text. */
	willEnd(id: string): void {
		this.#ending.add(id);
	}

	didEnd(id: string, answer: Answer<unknown>): void {
		this.#ending.delete(id);
		if ('ok' in answer) this.#change((editing) => editing.filter((one) => one.id !== id));
	}

	/** Keeps a version that another window has written since. */
	didSave({ base, ...text }: PageText<Body>, saved: string): void {
		this.#change((editing) =>
			editing.map((one) => {
				const isBase = one.writer === base?.writer && one.revision === base.revision;
				const isOlder = isBase || (one.writer === text.writer && one.revision < text.revision);
				return one.id === text.id && isOlder ? { ...text, saved } : one;
			}),
		);
	}

	#change(change: (editing: readonly HostText<Body>[]) => readonly HostText<Body>[]): void {
		if (this.#page) this.#page = { ...this.#page, editing: change(this.#page.editing) };
	}
}
