import type { TicketText } from '../../src/tickets/state/changes/text-format.ts';
import type { PageReport } from './comment-watch.ts';
import type { ForgeComment } from './forge-comments.ts';

interface Content {
	readonly text: string;
	/** The status that the page shows as selected. */
	readonly status: string;
}

interface SoakCommentOptions {
	readonly ticket: number;
	readonly text: string;
	/** The status of the ticket before the comment. */
	readonly statusBefore: string;
	readonly newStatus: string | undefined;
}

/** A comment that the user writes, and what its page has reported about it so far. */
export class SoakComment {
	readonly ticket: number;
	/** The complete text. No two comments of a run are the same. */
	readonly text: string;
	/** The status that the user chooses along with the comment. */
	readonly newStatus: string | undefined;
	/** The content that the page last reported as saved. */
	saved: Content | undefined;
	/** The content that the page reported as sent. */
	sent: Content | undefined;
	/** The page's answer to the last attempt to send. */
	answer: 'sent' | { readonly refusal: string } | undefined;
	/** Whether the user has sent the comment at least once. */
	isBegun = false;
	readonly #statusBefore: string;

	constructor({ ticket, text, statusBefore, newStatus }: SoakCommentOptions) {
		this.ticket = ticket;
		this.text = text;
		this.newStatus = newStatus;
		this.#statusBefore = statusBefore;
	}

	/** Clears the previous answer. */
	beginSending(): void {
		this.isBegun = true;
		this.answer = undefined;
	}

	/** Records a report of the page. Returns a description of the problem, if the report shows one. */
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
			: `${this.name}: the ${kind} text is not what the user wrote: ${text}`;
	}

	get name(): string {
		return this.text.split(':')[0] ?? '';
	}

	/** Lists acknowledged content that is missing or duplicated at the end. */
	problems(onForge: readonly ForgeComment[], drafts: readonly TicketText[]): readonly string[] {
		const mine = onForge.filter(({ text }) => text.startsWith(`${this.name}:`));
		const problems: string[] = [];
		if (mine.length > 1) problems.push(`${this.name} is ${mine.length} times on the forge`);
		const isDraft = drafts.some(({ body }) => body.text.startsWith(`${this.name}:`));
		if (isDraft && mine.length > 0) problems.push(`${this.name} is on the forge, and a draft`);
		const isSent = mine.some(
			({ ticket, text }) => ticket === this.ticket && text === this.sent?.text.trimEnd(),
		);
		if (this.sent && !isSent)
			problems.push(`${this.name} was sent, and is not on the forge as it was written`);
		const { status } = this.sent ?? { status: this.#statusBefore };
		if (isSent && status !== this.#statusBefore && !mine.some(({ newStatus }) => newStatus === status)) {
			problems.push(
				`${this.name} was sent with the status ${status}, and the forge did not set that status with it`,
			);
		}
		const saved = this.saved?.text.trimEnd();
		const kept = [...mine, ...drafts.map(({ body }) => body)];
		const isThere = kept.some(({ text }) => saved !== undefined && text.startsWith(saved));
		if (saved !== undefined && saved !== '' && !isThere) {
			problems.push(`${this.name} was saved, and is neither a draft nor on the forge: ${saved}`);
		}
		return problems;
	}
}
