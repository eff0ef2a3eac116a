import type { DiffTokens, PatchsetRequests } from '../../../src/patches/page/protocol/protocol.ts';
import { syntaxTokenTypes } from '../../../src/platform/model/syntax-token-types.ts';
import { background } from '../../page/background.ts';
import type { Ask } from '../../page/host-messages.ts';
import { tokenRanges } from './token-ranges.ts';

/** How many lines are colored before the page may do something else. */
const linesAtOnce = 20;

interface ColoredFile {
	readonly key: string;
	readonly lines: HTMLElement;
	isInView: boolean;
	/** Undefined before the host was asked, and null if it has none. */
	tokens: DiffTokens | null | undefined;
	/** The parts of its lines that are colored, by the type of token. Undefined while the file is out of view. */
	ranges: AbstractRange[][] | undefined;
}

/**
 * Colors the code of the diffs in view when the page is idle. The colors are the browser's highlights: no elements are added, so the
 * layout, the selection and the focus stay as they are. Files out of view lose theirs, because the browser looks at all of them whenever the page changes.
 */
export class CodeColors {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #highlights = isSupported() ? syntaxTokenTypes.map(() => new Highlight()) : [];
	readonly #observer = new IntersectionObserver((entries) => this.#noticeView(entries));
	#files = new Map<Element, ColoredFile>();
	#isRunning = false;

	constructor(ask: Ask<PatchsetRequests>) {
		this.#ask = ask;
		for (const [nth, highlight] of this.#highlights.entries())
			CSS.highlights.set(`code-${syntaxTokenTypes[nth]}`, highlight);
	}

	/** Call when the diff of a file was drawn. `lines` is the element that contains it. */
	follow(key: string, lines: HTMLElement): void {
		if (this.#highlights.length === 0) return;
		const known = this.#files.get(lines);
		if (known) this.#removeColors(known);
		this.#files.set(lines, { key, lines, isInView: false, tokens: undefined, ranges: undefined });
		// The observer reports at once whether an element that it begins to observe is in view.
		this.#observer.unobserve(lines);
		this.#observer.observe(lines);
	}

	/** The page shows another series. */
	clear(): void {
		this.#observer.disconnect();
		for (const highlight of this.#highlights) highlight.clear();
		this.#files = new Map();
	}

	#noticeView(entries: readonly IntersectionObserverEntry[]): void {
		for (const { target, isIntersecting } of entries) {
			const file = this.#files.get(target);
			if (!file) continue;
			file.isInView = isIntersecting;
			if (!isIntersecting) this.#removeColors(file);
		}
		if (!this.#isRunning) background(this.#run());
	}

	#removeColors(file: ColoredFile): void {
		for (const [nth, ranges] of file.ranges?.entries() ?? [])
			for (const range of ranges) this.#highlights[nth]?.delete(range);
		file.ranges = undefined;
	}

	#isWanted(file: ColoredFile): boolean {
		return file.isInView && file.tokens !== null && this.#files.get(file.lines) === file;
	}

	async #run(): Promise<void> {
		this.#isRunning = true;
		try {
			for (;;) {
				const deadline = await idle();
				const next = [...this.#files.values()].find((one) => this.#isWanted(one) && !one.ranges);
				if (!next) return;
				if (next.tokens === undefined) await this.#load(next);
				else if (next.tokens) await this.#color(next, next.tokens, deadline);
			}
		} finally {
			this.#isRunning = false;
		}
	}

	async #load(file: ColoredFile): Promise<void> {
		const answer = await this.#ask('tokens', { file: file.key });
		file.tokens = 'ok' in answer && answer.ok ? answer.ok : null;
	}

	/** Stops when the file is no longer in view. */
	async #color(file: ColoredFile, { hunks }: DiffTokens, first: IdleDeadline): Promise<void> {
		const ranges: AbstractRange[][] = syntaxTokenTypes.map(() => []);
		file.ranges = ranges;
		let deadline = first;
		let lineCount = 0;
		for (const line of tokenRanges(file.lines, hunks)) {
			for (const { range, type } of line) {
				ranges[type]?.push(range);
				this.#highlights[type]?.add(range);
			}
			lineCount += 1;
			if (lineCount % linesAtOnce > 0 || deadline.timeRemaining() > 1) continue;
			deadline = await idle();
			if (!this.#isWanted(file) || file.ranges !== ranges) return;
		}
	}
}

const isSupported = (): boolean =>
	'highlights' in CSS && typeof Highlight === 'function' && typeof requestIdleCallback === 'function';

const idle = (): Promise<IdleDeadline> => new Promise((resolve) => requestIdleCallback(resolve));
