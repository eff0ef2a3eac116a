import type { PatchsetRequests, PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import type { ReviewRevision } from '../../../src/patches/page/protocol/review-protocol.ts';
import type { RequestAnswer } from '../../../src/platform/page/requests.ts';
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
	/** Resolves when the host has answered all choices. */
	#choosing: Promise<unknown> = Promise.resolve();
	/** What shows the last choice. */
	#wanted: ReviewRevision | undefined;
	/** Resolves at the next drawing. */
	#drawing = Promise.withResolvers<void>();

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		'finish-review': () => this.open(),
		'close-review': () => this.#close(),
		'choose-in-review': ({ dataset: { choice = '', chosen, opensBox } }) =>
			this.#choose(choice, chosen !== 'no', opensBox !== undefined),
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
			if (target instanceof HTMLSelectElement && panel()?.contains(target))
				this.#choose(target.value, true, false);
		});
	}

	open(): void {
		if (!panel()?.contains(document.activeElement)) this.#from = document.activeElement;
		background(this.#shell().waitForFocusChange(this.#ask('finishReview', {})));
	}

	/** Call after each drawing. */
	didDraw({ review }: PatchsetSnapshot): void {
		this.#drawing.resolve();
		this.#drawing = Promise.withResolvers<void>();
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
			if (!repeat) background(this.#run());
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

	#choose(choice: string, isChosen: boolean, opensBox: boolean): void {
		const answer = this.#sendChoice(choice, isChosen, this.#choosing);
		this.#choosing = answer;
		background(opensBox ? this.#shell().waitForFocusChange(answer) : this.#shell().showProblemOf(answer));
	}

	/** One after the other, because the host may ask for the name of the user. */
	async #sendChoice(
		choice: string,
		isChosen: boolean,
		before: Promise<unknown>,
	): Promise<RequestAnswer<null>> {
		await before;
		const answer = await this.#ask('chooseInReview', { choice, isChosen: isChosen ? 'yes' : 'no' });
		if ('problem' in answer) return answer;
		this.#wanted = answer.ok;
		return { ok: null };
	}

	/** Whether the page shows what was chosen last. In another panel, it never will. */
	#isShown(): boolean {
		const { review } = this.#shell().snapshot ?? {};
		const wanted = this.#wanted;
		return !wanted || review?.id !== wanted.id || review.revision >= wanted.revision;
	}

	/** Sends or saves the mails that the page shows, once it shows what was chosen last. By default, does what is most usual. */
	async #run(wanted?: string): Promise<void> {
		await this.#choosing;
		while (!this.#isShown()) await this.#drawing.promise;
		const { mails = [], actions = [] } = this.#shell().snapshot?.review ?? {};
		const action = wanted ?? actions[0]?.id;
		if (action === undefined) return;
		const answered = mails.filter(({ isChosen }) => isChosen).map((mail) => mail.answered);
		await this.#shell().waitForFocusChange(this.#ask('runReview', { action, mails: answered }));
	}
}
