import type { PatchsetRequests, PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../kit/background.ts';
import { focusWithPage, restoreFocus } from '../../kit/focus.ts';
import type { Ask } from '../../kit/host-messages.ts';
import type { Shell } from '../../kit/shell.ts';

/** The part of the state of the page that has the id of the panel which has had the focus. */
interface ReviewState {
	readonly value: { readonly review: number };
	change(change: { readonly review: number }): void;
}

const panel = () => document.querySelector<HTMLElement>('.review-bar.has-panel');

/** What the user does in the panel in which they finish their review. */
export class Reviewing {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #shell: () => Shell<PatchsetSnapshot>;
	readonly #state: ReviewState;
	/** Where the focus was before the panel was opened. */
	#from: Element | null = null;
	/** Whether the panel was there at the last drawing. */
	#isOpen = false;
	/** How often the user has chosen something, and waits for the drawing that shows it. */
	#choosing: Promise<unknown> = Promise.resolve();
	#wanted = 0;
	#didShow = () => {};

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		'finish-review': () => this.open(),
		'close-review': () => this.#close(),
		'choose-in-review': ({ dataset }) => this.choose(dataset.choice ?? ''),
		'open-review-mail': ({ dataset }) =>
			background(
				this.#shell().waitForFocusChange(this.#ask('openReviewMail', { answered: Number(dataset.mail) })),
			),
		'run-review': ({ dataset }) => background(this.#run(dataset.action)),
	};

	constructor(ask: Ask<PatchsetRequests>, shell: () => Shell<PatchsetSnapshot>, state: ReviewState) {
		this.#ask = ask;
		this.#shell = shell;
		this.#state = state;
		addEventListener('change', ({ target }) => {
			if (target instanceof HTMLSelectElement && panel()?.contains(target)) this.choose(target.value);
		});
	}

	open(): void {
		if (!panel()?.contains(document.activeElement)) this.#from = document.activeElement;
		background(this.#shell().waitForFocusChange(this.#ask('finishReview', {})));
	}

	choose(choice: string): void {
		const request = this.#ask('chooseInReview', { choice });
		this.#choosing = request.then((answer) => {
			if ('ok' in answer) this.#wanted = Math.max(this.#wanted, answer.ok.revision);
			this.#shell().showProblem(answer);
		});
		background(this.#choosing);
	}

	/** Call after each drawing. */
	didDraw({ review }: PatchsetSnapshot): void {
		if (!review || review.revision >= this.#wanted) this.#didShow();
		const wasOpen = this.#isOpen;
		this.#isOpen = review !== null;
		if (!review) {
			if (wasOpen && document.hasFocus() && document.activeElement === document.body) this.#leave();
			return;
		}
		// When VS Code loads a hidden page again, the focus is where it was.
		if (review.id === this.#state.value.review) return;
		this.#state.change({ review: review.id });
		const verdict = panel()?.querySelector<HTMLElement>('[role=toolbar] button');
		if (verdict) focusWithPage(verdict);
	}

	/** Handles a key in the panel, or one that is pressed where nothing else takes it. Returns whether it did. */
	handleKey({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent, at: Element | null): boolean {
		if (altKey || shiftKey || (key !== 'Enter' && key !== 'Escape')) return false;
		const shown = panel();
		const isFree = at === document.body || at?.matches('h1');
		if (!shown || !(shown.contains(at) || isFree)) return false;
		if ((ctrlKey || metaKey) && key === 'Enter') {
			if (!repeat) shown.querySelector<HTMLElement>('.primary')?.click();
		} else if (key === 'Escape' && !(ctrlKey || metaKey)) this.#close();
		else return false;
		return true;
	}

	#close(): void {
		background(this.#shell().showProblemOf(this.#ask('closeReview', {})));
	}

	#leave(): void {
		if (this.#from instanceof HTMLElement && this.#from.isConnected && this.#from !== document.body)
			this.#from.focus({ preventScroll: true });
		else restoreFocus(null);
	}

	/** Sends or saves the mails that the page shows, once it shows what was chosen last. */
	async #run(action = ''): Promise<void> {
		await this.#choosing;
		const { review } = this.#shell().snapshot ?? {};
		if (review && review.revision < this.#wanted)
			await new Promise<void>((resolve) => (this.#didShow = resolve));
		const mails = this.#shell().snapshot?.review?.mails ?? [];
		const answered = mails.filter(({ isChosen }) => isChosen).map((mail) => mail.answered);
		const request = this.#ask('runReview', { action, mails: answered });
		await this.#shell().waitForFocusChange(request);
	}
}
