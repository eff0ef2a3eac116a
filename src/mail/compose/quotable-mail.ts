import { spansOf } from '../quotes/quotes.ts';
import { linesAboveDiff } from '../replies/quotable-text.ts';
import type { MailWithPatches } from '../replies/thread-mail.ts';
import type { CommentedLines } from './commented-lines.ts';
import { filePassage, linesWithin, type Passage, type PassageLines, textPassage } from './passages.ts';
import { paragraphEnd } from './quote-context.ts';

/** How many lines a quote of the beginning has. */
const maxBeginning = 6;
/** In so many characters, the first own words of a reply are looked for. */
const maxSearched = 50_000;
/** The order of the passages of a patch. */
const ranks = { message: 0, notes: 1, diffstat: 2, file: 3 };

/** Finds the lines of a mail that a reply is to quote. */
export class QuotableMail {
	readonly #mail: MailWithPatches;
	readonly #passages = new Map<string, Passage>();

	constructor(mail: MailWithPatches) {
		this.#mail = mail;
	}

	/** Undefined if the mail has no such lines. */
	linesOf(lines: CommentedLines): PassageLines | undefined {
		switch (lines.kind) {
			case 'diff': {
				const passage = this.#fileOf(lines.patch, lines.file);
				const [, ...hunks] = passage?.parts ?? [];
				const { bodyStart: from } = hunks[lines.hunk] ?? {};
				if (from === undefined) return undefined;
				const to = hunks[lines.hunk + 1]?.start ?? passage?.lines.length ?? 0;
				return linesWithin(passage, from + lines.first, from + lines.last, { from, to });
			}
			case 'file': {
				const passage = this.#fileOf(lines.patch, lines.file);
				return linesWithin(passage, 0, (passage?.parts[0]?.bodyStart ?? 0) - 1);
			}
			case 'text':
				return lines.text === 'diffstat'
					? this.#diffstatLines(lines.patch, lines.first, lines.last)
					: linesWithin(this.#textOf(lines.patch, lines.text), lines.first, lines.last);
			case 'mail':
				return linesWithin(this.#mailText(), lines.first, lines.last);
			case 'whole':
				return undefined;
		}
	}

	/**
	 * The first lines of what the author wrote. Of a patch, also the last line of its message, such as a trailer, so that the quote is about the
	 * whole patch. Empty if the patch has no message.
	 */
	beginning(): readonly PassageLines[] {
		const [patch] = this.#mail.patches;
		if (patch && patch.message.trim() === '') return [];
		const message = patch ? this.#textOf(0, 'message') : this.#mailText();
		const start = patch ? 0 : this.#firstOwnLine();
		const lines = message?.lines ?? [];
		const end = Math.min(paragraphEnd(lines, start), start + maxBeginning);
		const below = patch && this.#lastLine(message);
		const isApart = below && below.first >= end;
		return [linesWithin(message, start, end - 1), isApart ? below : undefined].flatMap((each) => each ?? []);
	}

	#lastLine(passage: Passage | undefined): PassageLines | undefined {
		const last = passage?.lines.findLastIndex((line) => line.trim() !== '') ?? -1;
		return linesWithin(passage, last, last);
	}

	/** Of a reply, the first line that is no quote. */
	#firstOwnLine(): number {
		const text = this.#mail.mail.text.slice(0, maxSearched);
		const own = spansOf(text).find(
			({ kind, start, end }) => kind === 'text' && text.slice(start, end).trim() !== '',
		);
		const start = own?.start ?? 0;
		const first = start + (/^\s*\n/.exec(text.slice(start, own?.end))?.[0].length ?? 0);
		return text.slice(0, first).split('\n').length - 1;
	}

	#mailText(): Passage {
		return this.#passage('mail', () => textPassage([-1], linesOfText(this.#mail.mail.text)));
	}

	#textOf(patch: number, text: 'message' | 'notes'): Passage | undefined {
		const found = this.#mail.patches[patch]?.[text];
		const order = [patch, ranks[text]];
		return found === undefined
			? undefined
			: this.#passage(order.join(), () => textPassage(order, linesOfText(found)));
	}

	/** Rows of a diffstat: `first` and `last` are indices of files. The rows below the files have the number of files as their index. */
	#diffstatLines(patch: number, first: number, last: number): PassageLines | undefined {
		const found = this.#mail.patches[patch];
		if (!found) return undefined;
		const stat = linesAboveDiff(found, patch).filter(({ place }) => place.text === 'diffstat');
		const order = [patch, ranks.diffstat];
		const passage = this.#passage(order.join(), () =>
			textPassage(
				order,
				stat.map(({ content }) => content),
			),
		);
		const isMeant = ({ place }: (typeof stat)[number]) => place.line >= first && place.line <= last;
		return linesWithin(passage, stat.findIndex(isMeant), stat.findLastIndex(isMeant));
	}

	#fileOf(patch: number, file: number): Passage | undefined {
		const found = this.#mail.patches[patch];
		const diff = found?.files[file];
		const order = [patch, ranks.file, file];
		return diff && this.#passage(order.join(), () => filePassage(order, found.source, diff));
	}

	#passage(key: string, make: () => Passage): Passage {
		const passage = this.#passages.get(key) ?? make();
		this.#passages.set(key, passage);
		return passage;
	}
}

const linesOfText = (text: string): readonly string[] => text.replaceAll('\r\n', '\n').split('\n');
