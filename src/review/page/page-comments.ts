import { neverAborts } from '../../base/abort.ts';
import { timeOfDay } from '../../base/clock.ts';

import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { suggestionOf } from '../../mail/compose/suggested-change.ts';
import type { CommentBody, CommentKey } from '../../patches/model/review-comment.ts';
import { versionName } from '../../patches/model/series/version-name.ts';
import type { CommentedVersion } from '../../patches/page/commented-notes.ts';
import type { CommentsOnPage } from '../../patches/page/comments-on-page.ts';
import type {
	CommentPlace,
	commentRequests,
	SendState,
	ShownComment,
} from '../../patches/page/protocol/comment-protocol.ts';
import type { reviewRequests } from '../../patches/page/protocol/review-protocol.ts';
import type { SeriesPage } from '../../patches/page/series-page.ts';
import { createCarrier } from '../../patches/state/comparison/carry-over.ts';
import { compareVersions } from '../../patches/state/comparison/compare-versions.ts';
import { mailsOf } from '../../patches/state/lists/series-summary.ts';
import { versionKey } from '../../patches/state/series/version-key.ts';
import { idOfSeries, type ListKey, listRef, type MailKey, parseSeriesId } from '../../platform/model/keys.ts';
import { PageTexts } from '../../platform/page/page-texts.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { nextVersion } from '../../platform/state/texts/text.ts';
import { draftsOf, sentComments, type WaitingMails } from '../state/outbox-mail.ts';
import type { ReviewComment, ReviewComments } from '../state/review-comments.ts';
import { keyAt } from './comment-key.ts';
import type { ReviewPanels } from './review-panels.ts';
import { sendingReview, waitingTrailers } from './sending-review.ts';
import { notOnList, waitingState } from './sent-comments.ts';
import { shownComments } from './shown-comments.ts';

/** Another version of the series, with what the user has written on it. */
interface OtherVersion extends CommentedVersion {
	readonly comments: readonly ReviewComment[];
}

const isSameList = (one: ListKey, other: ListKey): boolean =>
	one.account === other.account && listRef(one) === listRef(other);

/** The comments that the user writes on the mails of a page. */
export class PageComments implements CommentsOnPage {
	readonly handlers: Handlers<typeof commentRequests & typeof reviewRequests>;
	readonly #page: SeriesPage;
	readonly #comments: ReviewComments;
	readonly #mails: WaitingMails;
	readonly #panels: ReviewPanels;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	readonly #texts: PageTexts<CommentKey, CommentBody, CommentPlace>;
	/** The ids of comments on older versions whose lines this version does not have. */
	readonly #notFound = new Set<string>();

	constructor(
		page: SeriesPage,
		comments: ReviewComments,
		mails: WaitingMails,
		panels: ReviewPanels,
		changed: () => void,
	) {
		this.#page = page;
		this.#comments = comments;
		this.#mails = mails;
		this.#panels = panels;
		this.#changed = changed;
		this.#texts = this.#lifetime.add(
			new PageTexts({
				texts: comments,
				isOfPage: (key) => isSameList(key, page.key),
				keyOf: (name, at) =>
					page.known && name === idOfSeries(page.key) ? this.#keyAt(at) : this.#keyOn(name, at),
				accountOf: (key, before) => before ?? this.#accountOf(key),
				pastState: ({ key, state }) => {
					const isPast = state === 'sent' || state === 'discarded';
					return isPast && this.#isOnPage(key) ? state : undefined;
				},
				more: () => [
					this.#ofList.map(({ id, key: { mail } }) => [id, mail]),
					this.#sent.map((comment) => [comment.id, this.#sendStateOf(comment)]),
				],
				changed,
			}),
		);
		this.#lifetime.add(mails.onDidChange(() => this.#texts.didChange()));
		this.#lifetime.add(panels.addPage(idOfSeries(page.key)));
		this.#lifetime.add(panels.onDidChange((series) => series === idOfSeries(page.key) && changed()));
		this.#lifetime.add(comments.onDidWrite(() => panel() && changed()));
		const panel = () => panels.of(idOfSeries(page.key));
		this.handlers = {
			...this.#texts.handlers,
			suggestionAt: ({ at }) => ({ text: this.#suggestionAt(at) }),
			finishReview: async () => {
				await page.host.finishReview(page.key);
				return null;
			},
			closeReview: () => {
				panels.show(idOfSeries(page.key), undefined);
				return null;
			},
			chooseInReview: async ({ choice, isChosen }) =>
				(await panel()?.choose(choice, isChosen === 'yes')) ?? { id: 0, revision: 0 },
			openReviewMail: async ({ answered }) => {
				await panel()?.openMail(answered);
				return null;
			},
			runReview: async ({ action, mails: answered }) => {
				await panel()?.run(action, answered);
				return null;
			},
		};
	}

	/** The comments on what the page shows, those that were sent or discarded, and the panel if it is open. */
	shown(zone?: string): ReturnType<CommentsOnPage['shown']> {
		const { key, known } = this.#page;
		const past = this.#texts.shownPast();
		const review = (known && this.#panels.of(idOfSeries(key))?.shown(known)) ?? null;
		const mails = this.#mails.about(idOfSeries(key));
		return {
			comments: this.#shownComments(zone),
			past,
			review,
			sending: sendingReview(mails, timeOfDay()),
			waitingTrailers: known ? waitingTrailers(mails, this.#sent, this.#isOnList(), known) : [],
		};
	}

	#shownComments(zone?: string): readonly ShownComment[] {
		const { known } = this.#page;
		if (!known) return [];
		const { content, net, reading } = known;
		const shown = { content, net, mails: reading.mails };
		const sendStateOf = (comment: ReviewComment) => this.#sendStateOf(comment, zone);
		const versionKeyOf = (name: string) => {
			const version = reading.chain?.versions.find((one) => versionName(one) === name);
			const key = version && versionKey(this.#page.key, version);
			return key ? idOfSeries(key) : '';
		};
		return shownComments([...this.#editing, ...this.#sent], shown, sendStateOf, versionKeyOf, zone);
	}

	/** The newest other version of the series that the user has comments on; undefined if there is none. */
	otherVersion(): OtherVersion | undefined {
		const { key, known } = this.#page;
		const { chain, version, mails } = known?.reading ?? {};
		if (!chain || !version) return undefined;
		const elsewhere = this.#ofList.filter(({ key: { mail } }) => !mails?.has(mail));
		if (elsewhere.length === 0) return undefined;
		const shown = chain.versions.indexOf(version);
		for (const [index, other] of [...chain.versions.entries()].toReversed()) {
			if (index === shown) continue;
			const ids = new Set(mailsOf(other).map(({ id }) => id));
			const comments = elsewhere.filter((one) => ids.has(one.key.mail));
			const page = versionKey(key, other);
			if (comments.length === 0 || !page) continue;
			const isOlder = index < shown;
			const gone = isOlder ? comments.filter(({ id }) => this.#notFound.has(id)) : [];
			const canCarry = isOlder && gone.length < comments.length;
			return { page, name: versionName(other), comments, canCarry, gone };
		}
		return undefined;
	}

	/** Moves the comments on an older version to the same lines of this version. Comments on lines that it does not have stay. */
	async carryOver(): Promise<void> {
		const page = this.#page;
		const other = this.otherVersion();
		// The user may have commented on a newer version since the page offered this.
		if (!other?.canCarry) return;
		const { reading } = page.shown();
		const old = await page.readVersion(idOfSeries(other.page), this.#lifetime.signal);
		const { pairs } = await compareVersions(old, reading, page.host.runRangeDiff, this.#lifetime.signal);
		const carry = createCarrier(old, reading, pairs);
		for (const { id } of other.comments) {
			// The user may have written more by now, or have sent it.
			const draft = this.#ofList.find((one) => one.id === id);
			if (!draft) continue;
			const { key, body } = draft;
			const carried = carry(key);
			if (!carried) {
				this.#notFound.add(id);
				continue;
			}
			const { mail, lines, isChanged } = carried;
			const changed = {
				key: { ...key, mail, lines },
				body: { text: body.text, from: { version: other.name, isChanged } },
			};
			await this.#comments.write(nextVersion(draft, this.#comments.writer, changed));
		}
		this.#changed();
	}

	/** A suggestion of the lines of the new file at a place. Fails if no mail has them. */
	#suggestionAt(at: CommentPlace): string {
		const { mail, lines } = this.#keyAt(at);
		const patch = lines.kind === 'diff' ? this.#page.mail(mail).patches[lines.patch] : undefined;
		if (lines.kind !== 'diff' || !patch)
			throw new ForgeError('missing', 'Only lines of code can be replaced.');
		return suggestionOf(patch, lines);
	}

	didHide(): void {
		this.#texts.didHide();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#accountOf({ account: id }: CommentKey): ReviewComment['account'] {
		const { key, host, loader } = this.#page;
		const { account = '', instance = '' } =
			(id === key.account ? loader.owner : host.lists.of(id)?.session) ?? {};
		return { id, name: account, instance };
	}

	#keyAt(at: CommentPlace): CommentKey {
		const { content, reading } = this.#page.shown();
		return keyAt(at, this.#page.key, reading, content, this.#page.netOf);
	}

	/** The mail and its lines at a place of another page, or of this one if it was not read yet. */
	async #keyOn(page: string, at: CommentPlace): Promise<CommentKey> {
		const key = parseSeriesId(page);
		const { lists } = this.#page.host;
		const account = key && (lists.of(key.account) ?? lists.endedAccount(key.account));
		if (!account) throw signedOut('mailing list');
		// The panel may show yet another page before this is read.
		const reading = await account.series.readVersion(key, neverAborts);
		return keyAt(at, key, reading);
	}

	get #drafts(): readonly ReviewComment[] {
		return draftsOf(this.#comments, this.#mails);
	}

	get #editing(): readonly ReviewComment[] {
		return this.#drafts.filter(({ key }) => this.#isOnPage(key));
	}

	get #ofList(): readonly ReviewComment[] {
		return this.#drafts.filter(({ key }) => isSameList(key, this.#page.key));
	}

	/** The comments that were sent and are not on the list, as far as the page knows. */
	get #sent(): readonly ReviewComment[] {
		if (!this.#page.known) return [];
		const all = sentComments(this.#comments, this.#mails, this.#isOnList());
		return all.filter(({ key }) => this.#isOnPage(key));
	}

	/** Whether a mail is on the list, as far as the page knows. */
	#isOnList(): (messageId: string) => boolean {
		// A series can have thousands of mails, and this is asked for each letter.
		let onList: ReadonlySet<string | undefined> | undefined;
		return (messageId) => {
			onList ??= new Set(
				[...(this.#page.known?.reading.mails.values() ?? [])].map(({ mail }) => mail.messageId),
			);
			return onList.has(messageId);
		};
	}

	#sendStateOf(comment: ReviewComment, zone?: string): SendState | null {
		const entry = this.#mails.mailWith(comment.id);
		if (entry) return waitingState(entry, timeOfDay());
		return comment.state === 'sent' ? notOnList(comment, this.#comments.sent, timeOfDay(), zone) : null;
	}

	#isOnPage(mail: MailKey): boolean {
		const { key, known } = this.#page;
		return isSameList(mail, key) && known?.reading.mails.has(mail.mail) === true;
	}
}
