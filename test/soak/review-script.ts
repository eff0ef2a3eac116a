import { sleep } from '../../src/base/clock.ts';
import { ForgeError } from '../../src/forge/contract/errors.ts';
import type { CommentedLines } from '../../src/mail/compose/commented-lines.ts';
import type { FullMail } from '../../src/patches/model/series/mails/full-mail.ts';
import type { PatchsetKey } from '../../src/platform/model/keys.ts';
import { isCertainlyNotMade, mayBeDone } from '../../src/platform/state/outbox/entry.ts';
import { newTextId } from '../../src/platform/state/texts/text.ts';
import { type AnsweredMail, commentsByMail } from '../../src/review/state/answered-mails.ts';
import { draftsOf, type MailEntry } from '../../src/review/state/outbox-mail.ts';
import { messageIdOf } from '../../src/review/state/outgoing-mail.ts';
import { prepareMail } from '../../src/review/state/prepare-mail.ts';
import type { ReviewComment, ReviewComments } from '../../src/review/state/review-comments.ts';
import type { ReviewMails } from '../../src/review/state/review-mails.ts';
import type { Random } from '../kit/mails/random.ts';
import { listAddress, reviewer } from './review-account.ts';
import type { Tell } from './review-window.ts';

interface ReviewScriptOptions {
	readonly comments: ReviewComments;
	readonly mails: ReviewMails;
	readonly tell: Tell;
	readonly name: string;
	readonly random: Random;
	readonly series: PatchsetKey;
	readonly reviewed: readonly FullMail[];
	readonly isOver: () => boolean;
}

type StartedComment = Pick<ReviewComment, 'id' | 'account' | 'key' | 'body' | 'revision' | 'writer'>;

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** The whole text fits in a line of a mail. */
const longestText = 60;
/** How long the last window may take to send all that is left. */
const lastMs = 120_000;

/** What the user of a window does: writes comments, and sends them or decides otherwise at the same time. */
export class ReviewScript {
	readonly #options: ReviewScriptOptions;
	readonly #discarded: string[] = [];
	#written: string | undefined;

	constructor(options: ReviewScriptOptions) {
		this.#options = options;
	}

	/** Types comments letter by letter. The first one may be what a killed window has left. */
	async type(): Promise<void> {
		const { comments, mails, name, random, isOver } = this.#options;
		const left = draftsOf(comments, mails).find(({ body }) => body.text.startsWith(`soak-${name}-`));
		if (left && random.chance(50)) await this.#typeComment(left);
		for (let nth = 0; !isOver(); nth++) {
			await this.#typeComment(this.newComment(`soak-${name}-${process.pid}-${nth}-`));
			await sleep(random.below(300));
		}
	}

	private newComment(text: string): StartedComment {
		const { series, reviewed, random } = this.#options;
		const { account, owner, list } = series;
		const nth = random.below(5);
		const lines: CommentedLines = random.chance(30)
			? { kind: 'whole' }
			: { kind: 'diff', patch: 0, file: 0, hunk: 0, first: nth, last: nth };
		return {
			...{ id: newTextId(), revision: 0, writer: '', body: { text } },
			account: { id: account, name: '~ana', instance: 'forge.test' },
			key: { account, owner, list, mail: random.pick(reviewed).id, lines },
		};
	}

	async #typeComment({ id, account, key, body, ...base }: StartedComment): Promise<void> {
		const { comments, random, tell, isOver } = this.#options;
		this.#written = id;
		const writer = newTextId();
		const { revision: first } = base;
		const end = Math.min(longestText, body.text.length + 1 + random.below(25));
		let { text } = body;
		for (let revision = first + 1; text.length < end && !isOver(); revision++) {
			text += random.pick([...letters]);
			const written = text;
			tell({ kind: 'typed', text: written });
			comments
				.write({
					...{ id, revision, writer, account, key, body: { text: written } },
					base: first === 0 ? null : { revision: first, writer: base.writer },
				})
				.then(
					() => tell({ kind: 'stored', text: written }),
					(error) => tell({ kind: 'unreadable', what: `Not written: ${error}` }),
				);
			await sleep(10 + random.below(30));
		}
		this.#written = undefined;
	}

	/** Sends, undoes, sends again, discards and restores. */
	async decide(): Promise<void> {
		const { random, tell, isOver } = this.#options;
		while (!isOver()) {
			await sleep(random.below(700));
			const nth = random.below(100);
			try {
				if (nth < 65) await this.#send();
				else if (nth < 85) await this.#sendAgain();
				else if (nth < 90) await this.#discard();
				else await this.#restore();
			} catch (error) {
				// Another window may have sent or discarded the same.
				if (!(error instanceof ForgeError)) throw error;
				tell({ kind: 'refused', what: error.message });
			}
		}
	}

	get #drafts(): readonly ReviewComment[] {
		const { comments, mails } = this.#options;
		return draftsOf(comments, mails);
	}

	get #answered(): readonly AnsweredMail[] {
		const { series, reviewed } = this.#options;
		const written = commentsByMail(series, this.#drafts);
		return reviewed.flatMap((fullMail) => {
			const comments = written.get(fullMail.id);
			return comments ? [{ fullMail, comments }] : [];
		});
	}

	async #send(): Promise<void> {
		const { random, mails, tell } = this.#options;
		const answered = this.#answered.filter(() => random.chance(70));
		if (answered.length === 0) return;
		const delayMs = random.chance(40) ? 0 : random.below(300);
		await this.#sendMails(answered, random.chance(40), delayMs);
		if (!random.chance(30)) return;
		await sleep(random.below(delayMs + 50));
		const at = Date.now();
		const undone = await mails.undo();
		tell({ kind: 'undone', ids: undone.map(({ key }) => key.messageId) }, at);
	}

	async #sendMails(answered: readonly AnsweredMail[], withStatus: boolean, delayMs: number): Promise<void> {
		const { series, mails, tell } = this.#options;
		const prepared = answered.map((one) =>
			prepareMail(one, { to: listAddress, sender: reviewer, own: [reviewer.email], trailers: [] }),
		);
		const ids = prepared.map((one) => messageIdOf(one, reviewer));
		const last = ids.at(-1);
		tell({ kind: 'sends', ids, hasStatus: withStatus });
		await mails.send(
			{
				...{ series, mails: prepared, from: reviewer },
				...(withStatus &&
					last !== undefined && {
						status: { patchset: series.patchset, change: { status: 'approved', title: last } },
					}),
			},
			delayMs,
		);
	}

	async #sendAgain(): Promise<void> {
		const { mails, tell, random } = this.#options;
		const refused = mails.entries.filter(({ state }) => state.kind === 'refused');
		if (refused.length === 0) return;
		const entry = random.pick(refused);
		if (isCertainlyNotMade(entry) && random.chance(50)) await this.#drop(entry);
		else {
			if (mayBeDone(entry)) tell({ kind: 'again', ids: [entry.key.messageId] });
			await mails.sendNow(entry.id);
		}
	}

	async #drop({ id, key }: MailEntry): Promise<void> {
		const { mails, tell } = this.#options;
		const report = () => tell({ kind: 'dropped', ids: [key.messageId] });
		// Also before, because the window may be killed meanwhile. Until it is discarded, another mail of its review may be sent.
		report();
		await mails.discard(id);
		report();
	}

	async #discard(): Promise<void> {
		const { comments, random, tell } = this.#options;
		const drafts = this.#drafts.filter(({ id }) => id !== this.#written);
		if (drafts.length === 0) return;
		const { id, body } = random.pick(drafts);
		await comments.discard(id);
		this.#discarded.push(id);
		tell({ kind: 'discarded', text: body.text });
	}

	async #restore(): Promise<void> {
		const id = this.#discarded.pop();
		if (id !== undefined) await this.#options.comments.restore(id);
	}

	/** Sends all drafts, and sends again what was refused, until nothing is left. */
	async sendAll(): Promise<void> {
		const { comments, mails, tell } = this.#options;
		const end = performance.now() + lastMs;
		const tried = new Set<string>();
		while (performance.now() < end) {
			await comments.readNow();
			mails.readChanges();
			await sleep(200);
			if (this.#drafts.length === 0 && mails.entries.length === 0) return;
			try {
				const answered = this.#answered;
				if (answered.length > 0) await this.#sendMails(answered, false, 0);
				for (const entry of mails.entries) {
					const { id, key, state } = entry;
					if (state.kind === 'pending' || state.kind === 'sending') continue;
					// Its comments were sent in another mail, or discarded. The rest of them become drafts.
					if (isCertainlyNotMade(entry) && tried.has(id)) await this.#drop(entry);
					else {
						if (mayBeDone(entry)) tell({ kind: 'again', ids: [key.messageId] });
						await mails.sendNow(id);
						tried.add(id);
					}
				}
			} catch (error) {
				if (!(error instanceof ForgeError)) throw error;
				tell({ kind: 'refused', what: error.message });
			}
		}
		for (const { body } of this.#drafts) tell({ kind: 'left', what: `a draft: ${body.text}` });
		for (const { key, state } of mails.entries)
			tell({ kind: 'left', what: `a mail: ${key.messageId} ${JSON.stringify(state)}` });
	}
}
