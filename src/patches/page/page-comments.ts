import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { listRef, type MailKey } from '../../platform/model/keys.ts';
import { formatClock } from '../../platform/model/words.ts';
import type { PageText } from '../../platform/page/page-text.ts';
import type { CommentBody, CommentKey } from '../model/review-comment.ts';
import type { ReviewComment, ReviewComments } from '../state/review/review-comments.ts';
import { linesAt, placeOfLines } from './comments/comment-places.ts';
import type { CommentPlace, ShownComment } from './protocol/comment-protocol.ts';
import type { SeriesPage } from './series-page.ts';

/** The comments that the user writes on the mails of a page. */
export class PageComments implements Disposable {
	readonly #page: SeriesPage;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	/** The page that has posted last. */
	#writer = '';
	/** What the page knows of its comments. */
	#known = '';

	constructor(page: SeriesPage, changed: () => void) {
		this.#page = page;
		this.#changed = changed;
		this.#lifetime.add(this.#comments.onDidWrite((key) => this.#isMine(key) && this.#didWrite()));
	}

	/** The comments of which the page shows what they are about. */
	shown(zone?: string): readonly ShownComment[] {
		this.#known = this.#identity();
		const { known } = this.#page;
		if (!known) return [];
		const { content, net, reading } = known;
		return this.#editing.flatMap(({ id, key, revision, writer, body, saved }) => {
			const at = placeOfLines(key.mail, key.lines, { content, net, mails: reading.mails });
			return at ? [{ id, revision, writer, body, saved: formatClock(saved, zone), at }] : [];
		});
	}

	/** Keeps what the user has written. A new comment is about what is at a place of the page. */
	async write(
		text: PageText<CommentBody>,
		at: CommentPlace,
	): Promise<{ readonly id: string; readonly saved: string }> {
		const known = this.#comments.get(text.id);
		if (text.writer !== this.#writer) {
			this.#writer = text.writer;
			this.#known = this.#identity();
		}
		const key = known?.key ?? this.#keyAt(at);
		const account = known?.account ?? this.#account;
		const { id, saved } = await this.#comments.write({ ...text, key, account });
		return { id, saved: formatClock(saved) };
	}

	/** Fails if the comment was sent. */
	discard(id: string): Promise<void> {
		return this.#comments.discard(id);
	}

	/** Returns whether there was something to restore. */
	async restore(id: string): Promise<boolean> {
		return (await this.#comments.restore(id)) !== undefined;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #comments(): ReviewComments {
		return this.#page.host.comments;
	}

	get #account() {
		const { key, loader } = this.#page;
		return { id: key.account, name: loader.owner?.account ?? '', instance: loader.owner?.instance ?? '' };
	}

	#keyAt(at: CommentPlace): CommentKey {
		const { content, net, reading } = this.#page.shown();
		const { account, owner, list } = this.#page.key;
		return { account, owner, list, ...linesAt(at, { content, net, mails: reading.mails }) };
	}

	get #editing(): readonly ReviewComment[] {
		return this.#comments.editing.filter(({ key }) => this.#isMine(key));
	}

	#isMine({ account, mail, ...list }: MailKey): boolean {
		const { key, known } = this.#page;
		const isSameList = account === key.account && listRef(list) === listRef(key);
		return isSameList && known?.reading.mails.has(mail) === true;
	}

	/** The page knows its own versions. */
	#identity(): string {
		return JSON.stringify(
			this.#editing.map(({ id, revision, writer }) =>
				writer === this.#writer ? [id] : [id, revision, writer],
			),
		);
	}

	#didWrite(): void {
		if (this.#identity() !== this.#known) this.#changed();
	}
}
