import { randomInt } from 'node:crypto';
import type { SharedCalls } from '../../base/shared-calls.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { firstWords } from '../../mail/compose/has-own-text.ts';
import { readableAddress } from '../../mail/compose/mail-document.ts';
import { reviewKeys } from '../../mail/compose/review-trailer.ts';
import type { Address } from '../../mail/message/mail.ts';
import { mailsInOrder } from '../../patches/commands/read-series-content.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import { shownPatchset } from '../../patches/page/parts/version-parts.ts';
import type {
	ReviewChoice,
	ReviewRevision,
	ShownReview,
} from '../../patches/page/protocol/review-protocol.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import {
	changeOf,
	type ShownPatchset,
	type StatusChanges,
} from '../../patches/state/status/status-changes.ts';
import { confirm } from '../../platform/editor/messages.ts';
import { idOfSeries, type SeriesKey } from '../../platform/model/keys.ts';
import { joinWords, statusName } from '../../platform/model/words.ts';
import { givenTrailers } from '../page/given-trailers.ts';
import type { ReviewedSeries, ReviewPanel } from '../page/review-panels.ts';
import { commentsByMail } from '../state/answered-mails.ts';
import { isOfReview } from '../state/mail-drafts.ts';
import { draftsOf } from '../state/outbox-mail.ts';
import {
	ownPatches,
	type PreparedMail,
	prepareMail,
	trailerMails,
	unreadProblem,
} from '../state/prepare-mail.ts';
import { addressKey, copiedTo, missingCopies, withoutRecipients } from '../state/recipients.ts';
import {
	type Choices,
	choose,
	chosenOf,
	chosenStatus,
	chosenTrailers,
	type ReviewStatus,
	reviewStatuses,
} from '../state/review-choices.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { addedRecipients, type EditedMail, editedAnswer } from './edited-mail.ts';
import type { FinishedMails, MailAction } from './mail-box.ts';
import type { MailDocuments } from './mail-documents.ts';
import type { SenderAddresses } from './sender.ts';

/** What the settings say, and what is known of the list. */
export interface ReviewFacts {
	readonly sender: Address | undefined;
	/** Why the user may not answer mails of the list; may be empty. */
	readonly refusal: string;
	readonly actions: (mails: readonly PreparedMail[]) => readonly MailAction[];
}

/** What the panel works with. */
interface ReviewPanelOptions {
	readonly key: SeriesKey;
	readonly account: ListAccount;
	readonly series: ReviewedSeries;
	/** The mail address of the list. */
	readonly to: string;
	readonly facts: ReviewFacts;
	readonly readFacts: () => Promise<ReviewFacts>;
	readonly comments: ReviewComments;
	readonly mails: ReviewMails;
	readonly statuses: StatusChanges;
	readonly documents: MailDocuments;
	readonly senders: SenderAddresses;
	readonly changed: () => void;
	/** The reviews whose mails are being sent or saved, by the ids of their series: a second press of the button, in any panel, does nothing. */
	readonly runs: SharedCalls<string, void>;
	/** Sends or saves mails, and closes the panel unless the user has cancelled. */
	readonly run: (action: MailAction, review: FinishedMails) => Promise<void>;
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
	readonly #id = randomInt(2 ** 47);
	#series: ReviewedSeries;
	#facts: ReviewFacts;
	#revision = 0;

	constructor(options: ReviewPanelOptions) {
		this.#options = options;
		this.#series = options.series;
		this.#facts = options.facts;
	}

	shown(series: ReviewedSeries): ShownReview {
		this.#series = series;
		const { mails, copies, leftOut, problems } = this.#compose();
		const actions = this.#actions(mails.filter(({ isChosen }) => isChosen));
		return {
			id: this.#id,
			to: visible(this.#options.to),
			problem: problems.filter((one) => one !== '').join(' '),
			revision: this.#revision,
			verdicts: this.#verdicts(),
			patches: this.#patches(),
			statuses: this.#statuses(actions),
			mails: mails.map(({ fullMail: { mail }, prepared, isChosen }) => ({
				answered: prepared.answered,
				to: visible(mail.from.name || mail.from.email),
				subject: visible(prepared.mail.subject),
				words: visible(firstWords(prepared.mail.body)),
				facts: this.#factsOf(prepared),
				isChosen,
			})),
			copies: copies.map((one) => {
				const [label, tip] = [one.name || one.email, readableAddress(one)].map(visible);
				return choiceOf(`copy ${addressKey(one)}`, label, !leftOut.has(addressKey(one)), tip);
			}),
			actions: actions.map(({ id, label, detail }) => ({ id, label, detail })),
		};
	}

	async choose(choice: string, isChosen: boolean): Promise<ReviewRevision> {
		const { account, senders, mails, key, changed } = this.#options;
		const needsSender = isChosen && choice.startsWith('trailer ') && !this.#facts.sender;
		const sender = needsSender ? await senders.ask(account) : undefined;
		if (sender) this.#facts = { ...this.#facts, sender };
		if (!needsSender || sender) {
			mails.choices.set(idOfSeries(key), choose(this.#chosen, choice, isChosen));
			this.#revision += 1;
			changed();
		}
		return { id: this.#id, revision: this.#revision };
	}

	async openMail(answered: number): Promise<void> {
		const { documents, key } = this.#options;
		const found = this.#compose().mails.find(({ prepared }) => prepared.answered === answered);
		if (found) await documents.showMail(key, found.prepared);
	}

	run(name: string, answered: readonly number[]): Promise<void> {
		const { runs, key } = this.#options;
		return runs.join(idOfSeries(key), () => this.#run(name, answered));
	}

	async refresh(): Promise<void> {
		this.#facts = await this.#options.readFacts();
		this.#options.changed();
	}

	async #run(name: string, answered: readonly number[]): Promise<void> {
		const { key, comments, documents, run } = this.#options;
		const patchset = this.#patchset;
		// The page may have posted the last letters a moment ago.
		await comments.settled();
		const chosen = this.#chosen;
		const wanted = this.#compose().mails.filter(
			({ isChosen, prepared }) => isChosen && answered.includes(prepared.answered),
		);
		const action = this.#actions(wanted).find(({ id }) => id === name);
		if (!action || wanted.length < answered.length)
			throw new ForgeError('refused', 'The mails have changed, so nothing was done. Look at them again.');
		const mails = wanted.map(({ prepared }) => prepared);
		for (const one of mails)
			for (const open of this.#drafts(one.answered)) await documents.readOrShowLine(open);
		const isSet = this.#statuses([action]).some(({ value, isChosen }) => isChosen && value !== 'status');
		const status = isSet ? chosenStatus(chosen) : undefined;
		if (await mayContradict(chosen, status))
			await run(action, {
				series: key,
				mails,
				chosen,
				status: patchset && status && { patchset: patchset.key.patchset, change: changeOf(patchset, status) },
			});
	}

	get #chosen(): Choices {
		const { mails, key } = this.#options;
		return mails.choices.of(idOfSeries(key));
	}

	/** The patchset, with the status that the page shows. */
	get #patchset(): ShownPatchset | undefined {
		const { key, statuses } = this.#options;
		const known = shownPatchset(key, this.#series.reading);
		if (!known) return undefined;
		const { account, owner, list } = key;
		const patchset = { account, owner, list, patchset: known.id };
		const status = statuses.waitingStatusOf(patchset) ?? known.status;
		return { key: patchset, shown: { title: known.subject, status } };
	}

	/** What can be done with mails; nothing without any. */
	#actions(mails: readonly { readonly prepared: PreparedMail }[]): readonly MailAction[] {
		return mails.length === 0 ? [] : this.#facts.actions(mails.map(({ prepared }) => prepared));
	}

	/** The mails as they would be sent, who could get a copy, and what the user should know of them. */
	#compose() {
		const { key, comments, mails: outbox, senders, to } = this.#options;
		const { reading, content } = this.#series;
		const { sender, refusal } = this.#facts;
		const chosen = this.#chosen;
		const own = senders.ownAddresses(sender);
		const written = commentsByMail(key, draftsOf(comments, outbox));
		const names = sender ? chosenTrailers(chosen) : [];
		const patches = new Set([...chosenOf(chosen, 'patch')].map(Number));
		const reviewed = names.length > 0 ? trailerMails(reading, patches) : new Set<number>();
		const isGiven = givenTrailers(key, content, outbox.about(idOfSeries(key)), comments, own);
		const trailersOf = (id: number) =>
			sender && reviewed.has(id)
				? names.filter((name) => !isGiven(name, id)).map((name) => ({ key: name, person: sender }))
				: [];
		const composed = mailsInOrder(reading, content).flatMap((fullMail) => {
			const mailComments = written.get(fullMail.id) ?? [];
			const trailers = trailersOf(fullMail.id);
			if (mailComments.length === 0 && trailers.length === 0) return [];
			const prepared = prepareMail({ fullMail, comments: mailComments }, { to, sender, own, trailers });
			const composed = this.#asEdited(fullMail, prepared);
			if (!composed.edited) return [composed];
			const { body } = composed.prepared.mail;
			const again = reviewKeys.filter((name) => isGiven(name, fullMail.id) && body.includes(`\n${name}: `));
			const note = [composed.prepared.note, ...again.map((name) => `gives ${name} once more`)].join(', ');
			return [{ ...composed, prepared: { ...composed.prepared, note } }];
		});
		const given = names.filter((name) => reviewed.size > 0 && [...reviewed].every((id) => isGiven(name, id)));
		const isPatchGone = names.length > 0 && reviewed.size < patches.size;
		// Not those whom the user has written into a document since.
		const added = new Set(composed.flatMap(({ edited }) => (edited ? addedRecipients(edited) : [])));
		const leftOut = new Set([...chosenOf(chosen, 'no copy')].filter((email) => !added.has(email)));
		const without = chosenOf(chosen, 'no mail');
		return {
			leftOut,
			problems: [
				refusal || unreadProblem(reading, new Set([...written.keys(), ...trailerMails(reading)])),
				given.length === 0 ? '' : `You have already given ${joinWords(given)}.`,
				isPatchGone
					? 'A patch that you have chosen is no longer in this version, so it gets no trailer.'
					: '',
			],
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
		const opensBox = !this.#facts.sender;
		const all = trailers.map((key) => ({
			...choiceOf(`trailer ${key}`, key, chosen.has(`trailer ${key}`)),
			opensBox,
		}));
		return [choiceOf('comment', 'Comment', chosenTrailers(chosen).length === 0), ...all];
	}

	#patches(): readonly ReviewChoice[] {
		const { reading, content } = this.#series;
		const chosen = this.#chosen;
		const own = new Set(ownPatches(reading));
		const patches = content.patches.filter(({ mailId }) => mailId !== undefined && own.has(mailId));
		const ofPatches = chosenOf(chosen, 'patch');
		// A patch that was chosen may be gone.
		if (chosenTrailers(chosen).length === 0 || (patches.length < 2 && ofPatches.size === 0)) return [];
		const all = patches.map(({ mailId, label, title }) =>
			choiceOf(`patch ${mailId}`, label, chosen.has(`patch ${mailId}`), visible(title)),
		);
		return [choiceOf('series', 'The Series', ofPatches.size === 0), ...all];
	}

	/** The statuses that the series can get with one of these actions. */
	#statuses(actions: readonly MailAction[]): readonly ReviewChoice[] {
		const { key, shown } = this.#patchset ?? {};
		const mayChange = key && this.#options.statuses.canChange(key);
		const canBeInMail = this.#isOwnSeries && actions.some(({ id }) => id === 'send');
		if (!shown || !(mayChange || canBeInMail)) return [];
		const offered = reviewStatuses.filter((one) => one !== shown.status);
		const chosen = offered.find((one) => one === chosenStatus(this.#chosen));
		return [
			choiceOf('status', `Leave as ${statusName(shown.status)}`, !chosen),
			...offered.map((one) => choiceOf(`status ${one}`, statusName(one), one === chosen)),
		];
	}

	/** Whether the user has sent the patches. If so, a mail can set their status, even if the forge does not let the user do that otherwise. */
	get #isOwnSeries(): boolean {
		const { reading } = this.#series;
		const [reviewed = 0] = trailerMails(reading);
		const own = this.#options.senders.ownAddresses(this.#facts.sender);
		return own.includes(reading.mails.get(reviewed)?.mail.from.email.toLowerCase() ?? '');
	}

	#factsOf(prepared: PreparedMail): string {
		const { mail, comments, note } = prepared;
		const comment = comments.length === 0 ? '' : count(comments.length, 'comment');
		const to = mail.to === this.#options.to ? '' : `to ${mail.to}`;
		return [comment, note, missingCopies(prepared), to].filter((fact) => fact !== '').join(' · ');
	}
}

const choiceOf = (value: string, label = '', isChosen = false, tip = ''): ReviewChoice => ({
	value,
	label,
	isChosen,
	tip,
});

/** Asks before the user gives a series a trailer and returns it for revision. */
async function mayContradict(chosen: Choices, status: ReviewStatus | undefined): Promise<boolean> {
	const [trailer] = chosenTrailers(chosen);
	if (!trailer || status !== 'needs_revision') return true;
	const question = `Give ${trailer}, and set the status to Needs revision?`;
	return confirm(question, 'A trailer says that the patches can be applied as they are.', 'Continue');
}
