import type { Draft } from '../../src/platform/state/draft.ts';
import type { PageReport } from './comment-watch.ts';
import type { ForgeComment } from './forge-comments.ts';

interface Content {
	readonly text: string;
	/** The status that its page shows as chosen. */
	readonly status: string;
}

interface SoakCommentOptions {
	readonly ticket: number;
	readonly text: string;
	/** The status that the ticket has. */
	readonly statusBefore: string;
	readonly newStatus: string | undefined;
}

/** A comment that the user writes, and what its page has told of it so far. */
export class SoakComment {
	readonly ticket: number;
	/** All of it, when it is finished. No two comments of a run are the same. */
	readonly text: string;
	/** The status that the user chooses along with it. */
	readonly newStatus: string | undefined;
	/** What the page has last called saved. */
	saved: Content | undefined;
	/** What the page has called sent. */
	sent: Content | undefined;
	/** What the page has told since it was last asked to send. */
	answer: 'sent' | { readonly refusal: string } | undefined;
	readonly #statusBefore: string;

	constructor({ ticket, text, statusBefore, newStatus }: SoakCommentOptions) {
		this.ticket = ticket;
		this.text = text;
		this.newStatus = newStatus;
		this.#statusBefore = statusBefore;
	}

	/** Forgets what the page has answered before. */
	beginSending(): void {
		this.answer = undefined;
	}

	/** Takes in what the page tells. Returns what is wrong with that. */
	hear(report: PageReport): string | undefined {
		if (report.kind === 'refused') {
			this.answer = { refusal: report.words };
			return undefined;
		}
		const { kind, text, status } = report;
		this[kind] = { text, status };
		if (kind === 'sent') this.answer = kind;
		return this.text.startsWith(text)
			? undefined
			: `${this.name}: what was ${kind} was not written like that: ${text}`;
	}

	get name(): string {
		return this.text.split(':')[0] ?? '';
	}

	/** What of all that was acknowledged is missing or doubled, in the end. */
	problems(onForge: readonly ForgeComment[], drafts: readonly Draft[]): readonly string[] {
		const mine = onForge.filter(({ text }) => text.startsWith(`${this.name}:`));
		const problems: string[] = [];
		if (mine.length > 1) problems.push(`${this.name} is ${mine.length} times on the forge`);
		const isDraft = drafts.some(({ text }) => text.startsWith(`${this.name}:`));
		if (isDraft && mine.length > 0) problems.push(`${this.name} is on the forge, and a draft`);
		const isSent = mine.some(
			({ ticket, text }) => ticket === this.ticket && text === this.sent?.text.trimEnd(),
		);
		if (this.sent && !isSent)
			problems.push(`${this.name} was sent, and is not on the forge as it was written`);
		const { status } = this.sent ?? { status: this.#statusBefore };
		if (isSent && status !== this.#statusBefore && !mine.some(({ newStatus }) => newStatus === status)) {
			problems.push(
				`${this.name} was sent with the status ${status}, and the forge has not changed it along with it`,
			);
		}
		const saved = this.saved?.text.trimEnd();
		const isThere = [...mine, ...drafts].some(({ text }) => saved !== undefined && text.startsWith(saved));
		if (saved !== undefined && saved !== '' && !isThere) {
			problems.push(`${this.name} was saved, and is neither a draft nor on the forge: ${saved}`);
		}
		return problems;
	}
}
