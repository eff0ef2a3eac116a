import type { PatchsetRequests, PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import type { BodyOf } from '../../../src/platform/page/requests.ts';
import { background } from '../../kit/background.ts';
import type { Ask } from '../../kit/host-messages.ts';
import type { Shell } from '../../kit/shell.ts';
import { commentedPlace, mailToAnswer, selectedOf } from './commented-place.ts';
import type { Comments } from './comments.ts';

/** What the user does to answer: comments on lines, and replies to mails. */
export class Answering {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #shell: () => Shell<PatchsetSnapshot>;
	readonly #comments: Comments;
	/** The part of the page that the user reads. */
	readonly #inView: () => Element | null;

	constructor(
		ask: Ask<PatchsetRequests>,
		shell: () => Shell<PatchsetSnapshot>,
		comments: Comments,
		inView: () => Element | null,
	) {
		this.#ask = ask;
		this.#shell = shell;
		this.#comments = comments;
		this.#inView = inView;
	}

	comment(): void {
		const { snapshot } = this.#shell();
		const at = snapshot && commentedPlace(snapshot, this.#inView(), this.#comments.focusedPlace);
		if (at) this.#comments.begin(at);
	}

	/** Answers the mail that the user reads, or the series at its beginning. */
	replyToCurrent(): void {
		const { snapshot } = this.#shell();
		const mail = snapshot && mailToAnswer(snapshot, this.#inView());
		if (!snapshot || mail === undefined) return;
		if (mail === 'series') {
			background(this.#shell().waitForFocusChange(this.#ask('replyToSeries', {})));
			return;
		}
		this.#reply({ mail, quoted: selectedOf(mail, snapshot) });
	}

	/** Answers the mail of a button. What is selected of it is quoted. */
	replyTo(button: HTMLElement): void {
		const { snapshot } = this.#shell();
		const mail = Number(button.dataset.mail);
		if (snapshot) this.#reply({ mail, quoted: selectedOf(mail, snapshot) });
	}

	#reply(body: BodyOf<PatchsetRequests['reply']>): void {
		background(this.#shell().waitForFocusChange(this.#ask('reply', body)));
	}
}
