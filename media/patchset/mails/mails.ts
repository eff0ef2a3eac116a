import type { MailText, PatchsetRequests } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../kit/background.ts';
import type { Ask } from '../../kit/host-messages.ts';

/** How many texts are requested at a time. */
const maxAsked = 20;
/** Texts are requested before they come into view. */
const margin = '600px 0px';

/** The text of a mail: undefined while it is not there, null if the host does not know it, else the text or what went wrong. */
export type LoadedText = MailText | { readonly problem: string } | null | undefined;

/** Fetches the texts of mails that come into view. */
export class Mails {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #redraw: () => void;
	#page = '';
	#links = '';
	#texts = new Map<number, { readonly text: LoadedText; readonly links: string }>();
	readonly #wanted = new Set<number>();
	#isAsking = false;
	readonly #observer = new IntersectionObserver((entries) => this.#noticeView(entries), {
		rootMargin: margin,
	});

	constructor(ask: Ask<PatchsetRequests>, redraw: () => void) {
		this.#ask = ask;
		this.#redraw = redraw;
	}

	textOf(mailId: number): LoadedText {
		return this.#texts.get(mailId)?.text;
	}

	/** The version of the links in the text of a mail. */
	linksOf(mailId: number): string {
		return this.#texts.get(mailId)?.links ?? '';
	}

	/** Call before a snapshot is drawn. `page` is the key of the page. If the version of the `links` has changed, texts are requested again, and shown until then. */
	receive(page: string, links: string): void {
		this.#links = links;
		if (page !== this.#page) {
			this.#page = page;
			this.#observer.disconnect();
			this.#texts = new Map();
			this.#wanted.clear();
			this.#isAsking = false;
		}
		background(this.#askAll());
	}

	/** Call after each drawing. */
	didDraw(): void {
		// The observer ignores those that it observes already.
		for (const article of document.querySelectorAll('.mail')) this.#observer.observe(article);
	}

	/** Requests a text again after a failure. */
	retry(mailId: number): void {
		this.#texts.delete(mailId);
		this.#wanted.add(mailId);
		this.#redraw();
		background(this.#askAll());
	}

	#noticeView(entries: readonly IntersectionObserverEntry[]): void {
		for (const { target, isIntersecting } of entries) {
			const mailId = Number(target instanceof HTMLElement ? target.dataset.mail : Number.NaN);
			if (isIntersecting) this.#wanted.add(mailId);
			else this.#wanted.delete(mailId);
		}
		background(this.#askAll());
	}

	async #askAll(): Promise<void> {
		if (this.#isAsking) return;
		const page = this.#page;
		this.#isAsking = true;
		for (let mails = this.#next(); mails.length > 0; mails = this.#next()) {
			const links = this.#links;
			const answer = await this.#ask('mails', { mails });
			if (page !== this.#page) return;
			for (const [nth, mailId] of mails.entries()) {
				const text = 'problem' in answer ? answer : (answer.ok.texts[nth] ?? null);
				this.#texts.set(mailId, { text, links });
			}
			this.#redraw();
		}
		this.#isAsking = false;
	}

	#next(): readonly number[] {
		const isMissing = (mailId: number) => this.#texts.get(mailId)?.links !== this.#links;
		return [...this.#wanted].filter(isMissing).slice(0, maxAsked);
	}
}
