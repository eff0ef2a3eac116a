import type { HostText, PageText } from '../../../src/platform/page/page-text.ts';
import type { Answer } from '../../../src/platform/page/requests.ts';
import type { DraftPage } from './draft-editor-options.ts';

/** The texts of the host: those of the last snapshot, and what was done here since. For that, the host sends no snapshot, or a later one. */
export class PageTexts<Body> {
	#page: DraftPage<Body> | undefined;
	/** The texts that the host has not yet answered that it sends or discards: its snapshots may still have them. */
	readonly #leaving = new Set<string>();

	/** Undefined while the user cannot write. */
	get page(): DraftPage<Body> | undefined {
		return this.#page;
	}

	/** The texts that the user writes. */
	get editing(): readonly HostText<Body>[] {
		return this.#page?.editing.filter(({ id }) => !this.#leaving.has(id)) ?? [];
	}

	get isAnyLeaving(): boolean {
		return this.#leaving.size > 0;
	}

	isLeaving(id: string): boolean {
		return this.#leaving.has(id);
	}

	/** Returns the snapshot before. */
	receive(page: DraftPage<Body> | undefined): DraftPage<Body> | undefined {
		const before = this.#page;
		this.#page = page;
		return before;
	}

	/** The page asks the host to send or discard a text. */
	willLeave(id: string): void {
		this.#leaving.add(id);
	}

	didLeave(id: string, answer: Answer<unknown>): void {
		this.#leaving.delete(id);
		if ('ok' in answer) this.#change((editing) => editing.filter((one) => one.id !== id));
	}

	/** What another window has written since stays. */
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
