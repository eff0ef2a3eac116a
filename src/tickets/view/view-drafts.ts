import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { Tickets } from '../state/tickets.ts';
import { draftsRow } from './draft-rows.ts';
import { unreadableDraftsRow } from './unreadable-rows.ts';

/** Delay for the draft preview in the tree, so that it does not refresh with each keystroke. */
const previewMs = 3000;

const signInRow = (unsent: readonly string[]): Row =>
	noticeRow('sign-in', 'account', 'Sign In…', {
		...(unsent.length > 0 && { description: `to send ${unsent.join(' and ')}` }),
		command: { id: 'tildeforge.signIn', title: 'Sign In' },
	});

const sampleRow = noticeRow('sample', 'beaker', 'Try a Sample Forge', {
	description: 'without an account',
	command: { id: 'tildeforge.trySample', title: 'Try a Sample Forge' },
});

/** The rows of unsent drafts, including those of accounts that are signed out. */
export class ViewDrafts implements Disposable {
	readonly #tickets: Tickets;
	/** Called when rows change. */
	readonly #changed: (change: Row | 'some') => void;
	readonly #lifetime = new Lifetime();
	#row: Row | undefined;

	constructor(tickets: Tickets, changed: (change: Row | 'some') => void) {
		this.#tickets = tickets;
		this.#changed = changed;
		this.#follow();
	}

	/** `hasChanges`: whether the view lists changes that wait to be sent. `hasProblems`: whether it lists problems, such as invalid settings. */
	rows(isSignedIn: boolean, hasChanges: boolean, hasProblems: boolean): readonly Row[] {
		this.#row = draftsRow(() => ({
			texts: this.#tickets.texts.editing,
			titleOf: (key) => this.#tickets.known(key)?.title,
		}));
		const rows = [
			...unreadableDraftsRow(this.#tickets.texts.folder.unreadableCount),
			...(this.#row ? [this.#row] : []),
		];
		// A view with rows does not show its welcome content, which offers both.
		if (isSignedIn || (rows.length === 0 && !hasChanges && !hasProblems)) return rows;
		const unsent = [...(rows.length > 0 ? ['drafts'] : []), ...(hasChanges ? ['changes'] : [])];
		return [...rows, signInRow(unsent), sampleRow];
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Every ticket row shows whether there is a draft, so the whole view changes with the list of drafts. Only the draft's own row shows its text. */
	#follow(): void {
		const { texts } = this.#tickets;
		const listIds = () =>
			texts.editing
				.map(({ id }) => id)
				.sort()
				.join();
		let ids = listIds();
		const preview = coalesce(this.#lifetime, previewMs, () => this.#row && this.#changed(this.#row));
		const didChange = () => {
			const idsBefore = ids;
			ids = listIds();
			if (ids === idsBefore) preview();
			else this.#changed('some');
		};
		this.#lifetime.add(texts.folder.onDidChangeUnreadable(() => this.#changed('some')));
		this.#lifetime.add(texts.onDidChange(didChange));
	}
}
