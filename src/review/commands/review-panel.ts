import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { firstOwnLine } from '../../mail/compose/has-own-text.ts';
import { readableAddress } from '../../mail/compose/mail-document.ts';
import { reviewKeys } from '../../mail/compose/review-trailer.ts';
import type { Address } from '../../mail/message/mail.ts';
import { mailsInOrder } from '../../patches/commands/read-series-content.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { ReviewChoice, ShownReview } from '../../patches/page/protocol/review-protocol.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import type { ShownPatchset } from '../../patches/state/status/status-changes.ts';
import type { SettableStatus } from '../../patches/state/status/status-outbox-format.ts';
import { confirm } from '../../platform/editor/messages.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import type { ReviewedSeries, ReviewPanel } from '../page/review-panels.ts';
import { commentsByMail } from '../state/answered-mails.ts';
import { isOfReview } from '../state/mail-drafts.ts';
import { draftsOf } from '../state/outbox-mail.ts';
import { ownPatches, type PreparedMail, prepareMail, trailerMails } from '../state/prepare-mail.ts';
import { addressKey, copiedTo, missingCopies, withoutRecipients } from '../state/recipients.ts';
import {
	type Choices,
	chosenOf,
	chosenStatus,
	chosenTrailers,
	type ReviewChoices,
	reviewStatuses,
	toggle,
} from '../state/review-choices.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { addedRecipients, type EditedMail, editedAnswer } from './edited-mail.ts';
import type { MailAction } from './mail-box.ts';
import type { MailDocuments } from './mail-documents.ts';
import type { SenderAddresses } from './sender.ts';

/** What is known of a series when the user begins to finish its review, and what the panel works with. */
interface ReviewPanelOptions {
	readonly id: number;
	readonly key: SeriesKey;
	readonly account: ListAccount;
	readonly series: ReviewedSeries;
	/** The mail address of the list. */
	readonly to: string;
	readonly sender: Address | undefined;
	/** Why the user may not answer mails of the list, or which mails cannot be answered; may be empty. */
	readonly problem: string;
	/** The patchset as it was shown, if the user may set its status. */
	readonly patchset: ShownPatchset | undefined;
	/** The status that was to be set by mails that came back unsent. */
	readonly returned: SettableStatus | undefined;
	readonly actions: (mails: readonly PreparedMail[]) => readonly MailAction[];
	readonly choices: ReviewChoices;
	readonly comments: ReviewComments;
	readonly mails: ReviewMails;
	readonly documents: MailDocuments;
	readonly senders: SenderAddresses;
	readonly changed: () => void;
	/** Runs an action of these mails, and closes the panel unless the user has cancelled. */
	readonly run: (
		action: MailAction,
		mails: readonly PreparedMail[],
		patchset: ShownPatchset | undefined,
		chosen: Choices,
	) => Promise<void>;
}

/** A mail of the review, and the one that it answers. */
interface ComposedMail {
	readonly fullMail: FullMail;
	readonly prepared: PreparedMail;
	/** Undefined unless the user has edited it. */
	readonly edited: EditedMail | undefined;
}

/** The panel in which the user finishes the review of a series: what they have chosen, and the mails that are made of it. */
export class SeriesReviewPanel implements ReviewPanel {
	readonly #options: ReviewPanelOptions;
	#series: ReviewedSeries;
	#sender: Address | undefined;
	#revision: number;
	/** Whether mails are being sent or saved. A second press of the button does nothing. */
	#isRunning = false;

	constructor(options: ReviewPanelOptions) {
		this.#options = options;
		this.#series = options.series;
		this.#sender = options.sender;
		this.#revision = options.id;
	}

	shown(series: ReviewedSeries): ShownReview {
		this.#series = series;
		const { id, problem, actions } = this.#options;
		const { mails, copies, leftOut } = this.#compose();
		const sent = mails.filter(({ isChosen }) => isChosen).map(({ prepared }) => prepared);
		return {
			id,
			problem,
			revision: this.#revision,
			verdicts: this.#verdicts(),
			patches: this.#patches(),
			statuses: this.#statuses(),
			mails: mails.map(({ fullMail: { mail }, prepared, isChosen }) => ({
				answered: prepared.answered,
				to: visible(mail.from.name || mail.from.email),
				subject: visible(prepared.mail.subject),
				words: visible(firstOwnLine(prepared.mail.body) ?? ''),
				facts: this.#factsOf(prepared),
				isChosen,
			})),
			copies: copies.map((one) => ({
				value: `no copy ${addressKey(one)}`,
				label: visible(one.name || one.email),
				tip: visible(readableAddress(one)),
				isChosen: !leftOut.has(addressKey(one)),
			})),
			actions: (sent.length === 0 ? [] : actions(sent)).map(({ id, label, detail }) => ({
				id,
				label,
				detail,
			})),
		};
	}

	async choose(choice: string): Promise<number> {
		const { account, senders, choices, key, returned, changed } = this.#options;
		if (choice.startsWith('trailer ') && !this.#sender) {
			this.#sender = await senders.ask(account);
			if (!this.#sender) return this.#revision;
		}
		choices.set(key, toggle(this.#chosen, choice), returned);
		this.#revision += 1;
		changed();
		return this.#revision;
	}

	async openMail(answered: number): Promise<void> {
		const { documents, key } = this.#options;
		const found = this.#compose().mails.find(({ prepared }) => prepared.answered === answered);
		if (found) await documents.showMail(key, found.prepared);
	}

	async run(name: string, answered: readonly number[]): Promise<void> {
		if (this.#isRunning) return;
		this.#isRunning = true;
		try {
			await this.#run(name, answered);
		} finally {
			this.#isRunning = false;
		}
	}

	async #run(name: string, answered: readonly number[]): Promise<void> {
		const { comments, documents, actions, patchset, run } = this.#options;
		// The page may have posted the last letters a moment ago.
		await comments.settled();
		const chosen = this.#chosen;
		const mails = this.#compose()
			.mails.filter(({ isChosen, prepared }) => isChosen && answered.includes(prepared.answered))
			.map(({ prepared }) => prepared);
		if (mails.length < answered.length)
			throw new ForgeError('refused', 'The mails have changed, so nothing was done. Look at them again.');
		for (const one of mails)
			for (const open of this.#drafts(one.answered)) await documents.readOrShowLine(open);
		const action = actions(mails).find(({ id }) => id === name);
		if (action && (await mayContradict(chosen))) await run(action, mails, patchset, chosen);
	}

	get #chosen(): Choices {
		const { choices, key, returned } = this.#options;
		return choices.of(key, returned);
	}

	/** The mails as they would be sent, and who could get a copy. */
	#compose() {
		const { key, comments, mails: outbox, senders, to } = this.#options;
		const { reading, content } = this.#series;
		const chosen = this.#chosen;
		const sender = this.#sender;
		const own = senders.ownAddresses(sender);
		const written = commentsByMail(key, draftsOf(comments, outbox));
		const trailers = sender ? chosenTrailers(chosen).map((name) => ({ key: name, person: sender })) : [];
		const patches = new Set([...chosenOf(chosen, 'patch')].map(Number));
		const withTrailers = trailers.length > 0 ? trailerMails(reading, patches) : new Set<number>();
		const composed = mailsInOrder(reading, content)
			.filter(({ id }) => written.has(id) || withTrailers.has(id))
			.map((fullMail) => {
				const { id } = fullMail;
				const options = { to, sender, own, trailers: withTrailers.has(id) ? trailers : [] };
				const prepared = prepareMail({ fullMail, comments: written.get(id) ?? [] }, options);
				return this.#asEdited(fullMail, prepared);
			});
		// Not those whom the user has written into a document since.
		const added = new Set(composed.flatMap(({ edited }) => (edited ? addedRecipients(edited) : [])));
		const leftOut = new Set([...chosenOf(chosen, 'no copy')].filter((email) => !added.has(email)));
		const without = chosenOf(chosen, 'no mail');
		return {
			leftOut,
			copies: copiedTo(composed.map(({ prepared }) => prepared)),
			mails: composed.map(({ fullMail, prepared }) => ({
				fullMail,
				prepared: withoutRecipients(prepared, leftOut),
				isChosen: !without.has(`${fullMail.id}`),
			})),
		};
	}

	/** A mail as the user has edited it, if they have. */
	#asEdited(fullMail: FullMail, prepared: PreparedMail): ComposedMail {
		const composed = { fullMail, prepared, edited: undefined };
		const [open] = this.#drafts(fullMail.id);
		if (!open) return composed;
		try {
			const edited = { open, prepared: open.read() };
			const answer = editedAnswer(edited, prepared, chosenOf(this.#chosen, 'no copy'));
			return answer ? { fullMail, prepared: answer, edited } : composed;
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			return { ...composed, prepared: { ...prepared, note: error.message } };
		}
	}

	#drafts(answered: number) {
		const { documents, key } = this.#options;
		return documents
			.drafts(key, answered)
			.filter(({ isEdited, draft }) => isEdited && isOfReview(draft))
			.slice(0, 1);
	}

	#verdicts(): readonly ReviewChoice[] {
		const chosen = this.#chosen;
		const { reading } = this.#series;
		const trailers = [...trailerMails(reading)].some((id) => reading.mails.has(id)) ? reviewKeys : [];
		const all = [
			...trailers.map((key) => ({ value: `trailer ${key}`, label: key })),
			...this.#statuses().filter(({ value }) => value === 'status needs_revision'),
		].map(({ value, label }) => ({ value, label, tip: '', isChosen: chosen.has(value) }));
		const isComment = !all.some(({ isChosen }) => isChosen);
		return [{ value: 'comment', label: 'Comment', tip: '', isChosen: isComment }, ...all];
	}

	#patches(): readonly ReviewChoice[] {
		const { reading, content } = this.#series;
		const chosen = this.#chosen;
		const own = new Set(ownPatches(reading));
		const patches = content.patches.filter(({ mailId }) => mailId !== undefined && own.has(mailId));
		if (chosenTrailers(chosen).length === 0 || patches.length < 2) return [];
		const all = patches.map(({ mailId, label, title }) => ({
			value: `patch ${mailId}`,
			label,
			tip: visible(title),
			isChosen: chosen.has(`patch ${mailId}`),
		}));
		const isWhole = !all.some(({ isChosen }) => isChosen);
		return [{ value: 'series', label: 'The Series', tip: '', isChosen: isWhole }, ...all];
	}

	#statuses(): readonly ReviewChoice[] {
		const { shown } = this.#options.patchset ?? {};
		if (!shown) return [];
		const status = chosenStatus(this.#chosen);
		const offered = reviewStatuses.filter((one) => one !== shown.status);
		return [
			{ value: 'status', label: `Leave as ${statusName(shown.status)}`, tip: '', isChosen: !status },
			...offered.map((one) => ({
				value: `status ${one}`,
				label: statusName(one),
				tip: '',
				isChosen: one === status,
			})),
		];
	}

	#factsOf(prepared: PreparedMail): string {
		const { mail, comments, note } = prepared;
		const comment = comments.length === 0 ? '' : count(comments.length, 'comment');
		const to = mail.to === this.#options.to ? '' : `to ${mail.to}`;
		return [comment, note, missingCopies(prepared), to].filter((fact) => fact !== '').join(' · ');
	}
}

/** Asks before the user gives a series a trailer and returns it for revision. */
async function mayContradict(chosen: Choices): Promise<boolean> {
	const [trailer] = chosenTrailers(chosen);
	if (!trailer || chosenStatus(chosen) !== 'needs_revision') return true;
	const question = `Give ${trailer}, and set the status to Needs revision?`;
	return confirm(question, 'A trailer says that the patches can be applied as they are.', 'Continue');
}
