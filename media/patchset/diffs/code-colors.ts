import type { PatchsetRequests } from '../../../src/patches/page/protocol/protocol.ts';
import { syntaxTokenTypes } from '../../../src/platform/model/syntax-token-types.ts';
import { background } from '../../kit/background.ts';
import type { Ask } from '../../kit/host-messages.ts';
import { rangesOf, type TokenRange, type Tokens, tokensByRow } from './token-ranges.ts';

/** How many lines are colored before the page may do something else. */
const linesAtOnce = 20;

/** Lines are colored this far from the view, and lose their colors farther away, in heights of the window. */
const [near, far] = [0.5, 1];

interface ColoredFile {
	readonly key: string;
	readonly lines: HTMLElement;
	isInView: boolean;
	/** By the row of the line. Undefined before the host was asked, and null if it has none. */
	tokens: ReadonlyMap<Element, Tokens> | null | undefined;
	/** The lines that are colored, by their rows. */
	readonly colored: Map<Element, readonly TokenRange[]>;
}

/**
 * Colors the code of the diffs when the page is idle. The colors are the browser's highlights: no elements are added, so the layout, the
 * selection and the focus stay as they are. Only lines near the view have them, because the browser paints all of them again whenever the page
 * changes, also for each letter that the user writes. Reasons: docs/decisions/code-colors.md.
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
		if (this.#highlights.length === 0) return;
		const start = () => this.#start();
		addEventListener('scroll', start, { passive: true });
		addEventListener('resize', start);
		new ResizeObserver(start).observe(document.body);
	}

	/** Call when the diff of a file was drawn. `lines` is the element that contains it. */
	follow(key: string, lines: HTMLElement): void {
		if (this.#highlights.length === 0) return;
		const known = this.#files.get(lines);
		if (known) this.#removeColors(known);
		this.#files.set(lines, { key, lines, isInView: false, tokens: undefined, colored: new Map() });
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
		this.#start();
	}

	#start(): void {
		if (!this.#isRunning && this.#inView.length > 0) background(this.#run());
	}

	#removeColors(file: ColoredFile): void {
		for (const row of file.colored.keys()) this.#removeColorsOf(file, row);
	}

	#removeColorsOf({ colored }: ColoredFile, row: Element): void {
		for (const { range, type } of colored.get(row) ?? []) this.#highlights[type]?.delete(range);
		colored.delete(row);
	}

	get #inView(): readonly ColoredFile[] {
		return [...this.#files.values()].filter(({ isInView, tokens }) => isInView && tokens !== null);
	}

	async #run(): Promise<void> {
		this.#isRunning = true;
		try {
			for (;;) {
				const deadline = await idle();
				const files = this.#inView;
				const unknown = files.find(({ tokens }) => tokens === undefined);
				if (unknown) await this.#load(unknown);
				else if (files.every((file) => this.#color(file, deadline))) return;
			}
		} finally {
			this.#isRunning = false;
		}
	}

	async #load(file: ColoredFile): Promise<void> {
		const answer = await this.#ask('tokens', { file: file.key });
		file.tokens = 'ok' in answer && answer.ok ? tokensByRow(file.lines, answer.ok.hunks) : null;
	}

	/** Colors lines near the view if one in view has no colors. Returns false if there was no time left for all of them. */
	#color(file: ColoredFile, deadline: IdleDeadline): boolean {
		const { lines, tokens, colored } = file;
		const rows = [...(lines.firstElementChild?.children ?? [])];
		if (rowsNear(rows, 0).every((row) => !tokens?.has(row) || colored.has(row))) return true;
		const kept = new Set(rowsNear(rows, far));
		for (const row of colored.keys()) if (!kept.has(row)) this.#removeColorsOf(file, row);
		let lineCount = 0;
		for (const row of rowsNear(rows, near)) {
			const found = tokens?.get(row);
			if (!found || colored.has(row)) continue;
			if (lineCount > 0 && lineCount % linesAtOnce === 0 && deadline.timeRemaining() <= 1) return false;
			const ranges = rangesOf(row, found);
			for (const { range, type } of ranges) this.#highlights[type]?.add(range);
			colored.set(row, ranges);
			lineCount += 1;
		}
		return true;
	}
}

/** The rows that are at most so many heights of the window above or below the view. They are one below the other. */
function rowsNear(rows: readonly Element[], windows: number): readonly Element[] {
	const margin = innerHeight * windows;
	const from = firstIndex(rows, (row) => row.getBoundingClientRect().bottom >= -margin);
	const to = firstIndex(rows, (row) => row.getBoundingClientRect().top > innerHeight + margin);
	return rows.slice(from, to);
}

/** The index of the first one that is far enough down the page, by halving; the number of all if none is. */
function firstIndex(rows: readonly Element[], isFarEnough: (row: Element) => boolean): number {
	let [from, to] = [0, rows.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		const row = rows[middle];
		if (row && isFarEnough(row)) to = middle;
		else from = middle + 1;
	}
	return from;
}

const isSupported = (): boolean =>
	'highlights' in CSS && typeof Highlight === 'function' && typeof requestIdleCallback === 'function';

const idle = (): Promise<IdleDeadline> => new Promise((resolve) => requestIdleCallback(resolve));
