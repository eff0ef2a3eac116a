import type { Patch } from '../patch/patch.ts';
import { firstLines } from '../text/first-lines.ts';
import { inThreadOrder, isReply, repliedMails } from './ancestors.ts';
import { AnsweredText, textsWithQuote } from './answered-text.ts';
import { locateParts } from './locate-parts.ts';
import type { AnsweredReplies, QuoteAnchor, TextAnchor } from './quote-anchor.ts';
import { keyOf, QuoteIndex } from './quote-index.ts';
import { replyParts } from './reply-parts.ts';
import type { ThreadMail } from './thread-mail.ts';

/** A patch of a series. A mail may have several. */
export interface MailedPatch {
	/** The forge's id of its mail. */
	readonly mail: number;
	readonly patch: Patch;
}

/** What the author of a reply wrote below quoted lines. `start` and `end` are offsets in the text of the mail. */
export interface PlacedPart {
	/** The forge's id of the mail. */
	readonly mail: number;
	readonly start: number;
	readonly end: number;
}

/** Replies to the same lines: to those that end in the same place of a diff. `patch` is the index in the series. */
export interface PlacedThread extends QuoteAnchor {
	/** Oldest first. */
	readonly parts: readonly PlacedPart[];
}

/** Replies to the same lines of a text outside of a diff. */
export interface TextThread extends TextAnchor {
	/** Oldest first. */
	readonly parts: readonly PlacedPart[];
}

export interface PlacedReplies {
	/** The replies to lines of the diffs, in the order of the lines. */
	readonly threads: readonly PlacedThread[];
	/** The replies to lines of the messages, notes, diffstats and the cover letter, in the order of the lines. */
	readonly textThreads: readonly TextThread[];
}

/** Only this many characters and lines of a reply are read. */
const longestText = 1_000_000;
const maxLines = 20_000;
/** After this many characters of all replies, the others are not read. */
const maxText = 20_000_000;
/** How many characters of replies are searched for quotes of them. Each search also counts as `searchCost` characters. */
const maxSearched = 30_000_000;
const searchCost = 10;

/**
 * Finds the lines of patches and of the cover letter that replies are about: the quotes directly above what their authors wrote. Answers to
 * such replies are in the same thread. Replies above or below a whole quoted mail are in none.
 */
export function placeReplies(
	patches: readonly MailedPatch[],
	mails: readonly ThreadMail[],
	cover?: ThreadMail,
): PlacedReplies {
	const placing = new Placing(patches, cover);
	let textLeft = maxText;
	for (const { mail, ancestors } of inThreadOrder(mails)) {
		if (placing.isIndexed(mail.id) || !isReply(mail)) continue;
		const read = mail.mail.text.slice(0, Math.min(longestText, textLeft));
		const text = read.slice(0, firstLines(read, maxLines).end);
		textLeft -= text.length;
		placing.place(mail.id, text, placing.ancestorsOf(ancestors));
	}
	return placing.threads(mails);
}

/** A thread that still gets parts. */
interface OpenThread {
	anchor: QuoteAnchor | TextAnchor;
	readonly parts: PlacedPart[];
}

/** What is known of a reply, for the replies to it. */
interface PlacedReply {
	/** The parts that are in threads. */
	readonly parts: { readonly text: AnsweredText; readonly thread: OpenThread }[];
	/** The lines that its author wrote, without white space. */
	readonly written: ReadonlySet<string>;
	/** Whether its author wrote other parts, which are in no thread. */
	hasOther: boolean;
}

class Placing {
	readonly #patches = new Map<number, { index: number; patch: Patch }[]>();
	readonly #cover: ThreadMail | undefined;
	readonly #indices = new Map<number, QuoteIndex>();
	readonly #threads = new Map<string, OpenThread>();
	readonly #replies = new Map<number, PlacedReply>();
	#searchLeft = maxSearched;

	constructor(patches: readonly MailedPatch[], cover: ThreadMail | undefined) {
		this.#cover = cover;
		for (const [index, { mail, patch }] of patches.entries()) {
			const others = this.#patches.get(mail);
			if (others) others.push({ index, patch });
			else this.#patches.set(mail, [{ index, patch }]);
		}
	}

	/** Whether a mail has the lines of the series: a patch or the cover letter. */
	isIndexed(mailId: number): boolean {
		return this.#patches.has(mailId) || mailId === this.#cover?.id;
	}

	/** The ids of the mails that a reply replies to, up to the patch or cover letter. Empty if it replies to none of the series. */
	ancestorsOf(ancestors: readonly ThreadMail[]): readonly number[] {
		const ids = repliedMails(ancestors, isReply).map(({ id }) => id);
		const at = ids.findIndex((id) => this.isIndexed(id));
		return ids.slice(0, at + 1);
	}

	place(mailId: number, text: string, ancestors: readonly number[]): void {
		const read = replyParts(text);
		const { parts } = read;
		const source = ancestors.at(-1);
		if (source === undefined || parts.length === 0) return;
		const written = new Set(parts.flatMap(({ start, end }) => text.slice(start, end).split('\n').map(keyOf)));
		const reply: PlacedReply = { parts: [], written, hasOther: false };
		this.#replies.set(mailId, reply);
		const replyAt = (level: number) => this.#replies.get(ancestors[level - 1] ?? -1);
		const answered: AnsweredReplies = {
			find: (level, quoted) => this.#answeredBy(replyAt(level), quoted).map(({ anchor }) => anchor),
			hasLine: (level, line) => replyAt(level)?.written.has(keyOf(line)) ?? false,
		};
		const located = locateParts(this.#indexOf(source), text, read, ancestors.length, answered);
		for (const { start, end, lines: anchor, isBelowQuotes } of located) {
			const own = text.slice(start, end);
			if (anchor) this.#add(anchor, reply, { mail: mailId, start, end }, own);
			// One line above all quotes is usually a greeting.
			else if (isBelowQuotes || own.trim().includes('\n')) reply.hasOther = true;
		}
		// A reply that begins above all quotes continues the only thread of the reply before it.
		const [first] = parts;
		const thread = reply.parts.length === 0 && first?.to === 0 && this.#onlyThreadOf(ancestors[0]);
		if (thread) this.#add(thread.anchor, reply, { mail: mailId, start: first.start, end: first.end }, text);
	}

	threads(mails: readonly ThreadMail[]): PlacedReplies {
		const dates = new Map(
			mails.map(({ id, arrived, mail }) => [id, arrived ?? mail.date ?? Number.MAX_VALUE]),
		);
		const dateOf = ({ mail }: PlacedPart) => dates.get(mail) ?? Number.MAX_VALUE;
		const all = [...this.#threads.values()].map(({ anchor, parts }) => ({
			...anchor,
			parts: parts.toSorted(
				(one, other) => dateOf(one) - dateOf(other) || one.mail - other.mail || one.start - other.start,
			),
		}));
		return {
			threads: all
				.flatMap((thread) => ('hunk' in thread ? [thread] : []))
				.sort(
					(one, other) =>
						one.patch - other.patch ||
						one.file - other.file ||
						one.hunk - other.hunk ||
						one.last - other.last,
				),
			textThreads: all
				.flatMap((thread) => ('text' in thread ? [thread] : []))
				.sort((one, other) => one.patch - other.patch || one.last - other.last),
		};
	}

	#indexOf(mailId: number): QuoteIndex {
		const cover = mailId === this.#cover?.id ? this.#cover.mail.text.slice(0, longestText) : '';
		const known = this.#indices.get(mailId) ?? new QuoteIndex(this.#patches.get(mailId) ?? [], cover);
		this.#indices.set(mailId, known);
		return known;
	}

	#add(anchor: QuoteAnchor | TextAnchor, reply: PlacedReply, part: PlacedPart, text: string): void {
		const { patch, last } = anchor;
		const place = 'hunk' in anchor ? [anchor.file, anchor.hunk] : [anchor.text];
		const key = [patch, ...place, last].join();
		const thread = this.#threads.get(key) ?? { anchor, parts: [] };
		this.#threads.set(key, thread);
		thread.anchor = { ...thread.anchor, first: Math.min(thread.anchor.first, anchor.first) };
		thread.parts.push(part);
		reply.parts.push({ text: new AnsweredText(text), thread });
	}

	/** The threads of the parts of a reply that quoted lines can be from. */
	#answeredBy(reply: PlacedReply | undefined, quoted: readonly string[]): readonly OpenThread[] {
		if (!reply || this.#searchLeft < 0) return [];
		const { parts } = reply;
		for (const { text } of parts) this.#searchLeft -= searchCost + text.length;
		const found = textsWithQuote(
			parts.map(({ text }) => text),
			quoted,
		);
		return found.flatMap((index) => parts[index]?.thread ?? []);
	}

	/** The thread of a reply that is about nothing else, so that replies to it need no quotes. */
	#onlyThreadOf(mailId: number | undefined): OpenThread | undefined {
		const reply = this.#replies.get(mailId ?? -1);
		const threads = new Set(reply?.parts.map(({ thread }) => thread));
		return reply?.hasOther || threads.size !== 1 ? undefined : [...threads][0];
	}
}
