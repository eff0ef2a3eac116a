import type { PatchsetRequests, ShownDiff, ShownFile } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../kit/background.ts';
import { draw } from '../../kit/draw.ts';
import { focusedElement, focusWithPage } from '../../kit/focus.ts';
import type { Ask } from '../../kit/host-messages.ts';
import { BuildQueue } from './build-queue.ts';
import { CodeColors } from './code-colors.ts';
import { buildDiff, buildLines } from './diff-element.ts';
import { failure } from './failure.ts';
import { keepBelow } from './keep-below.ts';
import { keepCurrentLine } from './lines.ts';

/** How many diffs are requested at a time. */
const maxAsked = 4;
/** Diffs are requested before they come into view. */
const margin = '900px 0px';

/** A file on the page, and its diff. */
interface TrackedFile {
	file: ShownFile;
	readonly section: HTMLElement;
	readonly lines: HTMLElement;
	/** The version whose diff was requested last. */
	asked: string;
	/** The version whose diff is on the page; empty if there is none. */
	drawn: string;
	diff: ShownDiff | undefined;
}

/**
 * Fetches the diffs of files that come into view and puts them on the page. Snapshots do not draw a diff again: it stays until the diff of
 * another version of the file replaces it, or until the file is no longer shown.
 */
export class Diffs {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #isFolded: (file: ShownFile) => boolean;
	readonly #replace: (replaceLines: () => void) => void;
	readonly #builds = new BuildQueue();
	readonly #colors: CodeColors;
	#page = '';
	/** By the key of the file. */
	#files = new Map<string, TrackedFile>();
	/** The files that are near the visible part of the page, or that the user goes to. */
	readonly #wanted = new Set<TrackedFile>();
	/** The files that the user goes to, by their keys. */
	readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
	#askedCount = 0;
	readonly #observer = new IntersectionObserver((entries) => this.#noticeView(entries), {
		rootMargin: margin,
	});

	/** `replace` runs the function that it gets, which replaces lines, and then puts the comments below those lines back. */
	constructor(
		ask: Ask<PatchsetRequests>,
		isFolded: (file: ShownFile) => boolean,
		replace: (replaceLines: () => void) => void,
	) {
		this.#ask = ask;
		this.#isFolded = isFolded;
		this.#replace = replace;
		this.#colors = new CodeColors(ask);
	}

	/** Call after each drawing. `page` is the key of the page. */
	didDraw(page: string, files: readonly ShownFile[]): void {
		if (page !== this.#page) this.#forgetPage(page);
		const byKey = new Map(files.map((file) => [file.key, file]));
		for (const section of document.querySelectorAll<HTMLElement>('.file')) {
			const file = byKey.get(section.dataset.file ?? '');
			if (file) this.#follow(file, section);
		}
		this.#askNext();
	}

	/** Resolves when the current diff of a file is on the page or could not be read, or when the page shows another series. */
	async whenDrawn(key: string): Promise<void> {
		const tracked = this.#files.get(key);
		if (!tracked) return;
		if (tracked.file.withoutDiff !== '' || tracked.drawn === tracked.file.version) return;
		if (tracked.lines.dataset.state === 'failed' && tracked.asked === tracked.file.version) return;
		const waiting = this.#waiting.get(key) ?? Promise.withResolvers<void>();
		this.#waiting.set(key, waiting);
		this.#wanted.add(tracked);
		this.#askNext();
		await waiting.promise;
	}

	/** Requests a diff again after a failure. */
	retry(key: string): void {
		const tracked = this.#files.get(key);
		if (!tracked) return;
		tracked.asked = '';
		this.#wanted.add(tracked);
		tracked.lines.focus({ preventScroll: true });
		this.#showPending(tracked);
		this.#askNext();
	}

	/** Shows more lines of a hunk in place of the row that offers them. */
	async showLines(button: HTMLElement): Promise<void> {
		const { file = '', hunk, from } = button.dataset;
		const tracked = this.#files.get(file);
		const row = button.closest('li');
		if (!tracked || !row || button.ariaDisabled === 'true') return;
		button.ariaDisabled = 'true';
		const place = { file, hunk: Number(hunk), from: Number(from) };
		const answer = await this.#ask('hunk', place);
		if (!row.isConnected) return;
		button.ariaDisabled = null;
		if ('problem' in answer) return draw(row, [failure(answer.problem, { ...button.dataset })]);
		const lineCount = tracked.diff?.hunks[place.hunk]?.lineCount ?? 0;
		const part = { ...place, lineCount, threads: tracked.diff?.threads ?? [] };
		const hadFocus = row.contains(focusedElement());
		this.#builds.add(buildLines(answer.ok.lines, part), (rows) => {
			this.#replace(() => row.replaceWith(...(answer.ok.lines.length > 0 ? rows : [])));
			if (hadFocus) focusWithPage(tracked.lines);
		});
	}

	#forgetPage(page: string): void {
		this.#page = page;
		this.#observer.disconnect();
		this.#builds.clear();
		this.#colors.clear();
		this.#files = new Map();
		this.#wanted.clear();
		for (const { resolve } of this.#waiting.values()) resolve();
		this.#waiting.clear();
		this.#askedCount = 0;
	}

	#follow(file: ShownFile, section: HTMLElement): void {
		const known = this.#files.get(file.key);
		if (known?.section === section) {
			known.file = file;
			return;
		}
		const lines = section.querySelector<HTMLElement>('.lines');
		if (!lines) return;
		const tracked = { file, section, lines, asked: '', drawn: '', diff: undefined };
		this.#files.set(file.key, tracked);
		this.#showPending(tracked);
		this.#observer.observe(section);
	}

	#noticeView(entries: readonly IntersectionObserverEntry[]): void {
		for (const { target, isIntersecting } of entries) {
			const tracked = this.#files.get(target instanceof HTMLElement ? (target.dataset.file ?? '') : '');
			if (tracked && isIntersecting) this.#wanted.add(tracked);
			else if (tracked && !this.#waiting.has(tracked.file.key)) this.#wanted.delete(tracked);
		}
		this.#askNext();
	}

	#isMissing({ file, asked, drawn }: TrackedFile): boolean {
		return file.withoutDiff === '' && drawn !== file.version && asked !== file.version;
	}

	/** Requests the diffs that are needed, nearest to the middle of the window first. */
	#askNext(): void {
		if (this.#askedCount >= maxAsked) return;
		const needed = [...this.#wanted].filter(
			(tracked) =>
				this.#isMissing(tracked) && (!this.#isFolded(tracked.file) || this.#waiting.has(tracked.file.key)),
		);
		const distance = new Map(needed.map((tracked) => [tracked, distanceOf(tracked.section)]));
		needed.sort((a, b) => (distance.get(a) ?? 0) - (distance.get(b) ?? 0));
		for (const tracked of needed.slice(0, maxAsked - this.#askedCount)) background(this.#load(tracked));
	}

	async #load(tracked: TrackedFile): Promise<void> {
		const files = this.#files;
		const { key, version } = tracked.file;
		tracked.asked = version;
		this.#askedCount += 1;
		const answer = await this.#ask('diff', { file: key });
		// The panel may also show this page again.
		if (files !== this.#files) return;
		this.#askedCount -= 1;
		// The answer is out of date if the file has changed since, or has left the page.
		if (tracked.asked === version && this.#isCurrent(tracked, version)) {
			if ('problem' in answer) this.#showProblem(tracked, answer.problem);
			else this.#build(tracked, version, answer.ok);
		}
		this.#askNext();
	}

	#build(tracked: TrackedFile, version: string, diff: ShownDiff): void {
		this.#builds.add(buildDiff(tracked.file.key, diff), (list) => {
			if (!this.#isCurrent(tracked, version)) return;
			keepBelow(tracked.section, () => {
				this.#replace(() => keepCurrentLine(tracked.lines, () => tracked.lines.replaceChildren(list)));
				delete tracked.lines.dataset.state;
			});
			tracked.drawn = version;
			tracked.diff = diff;
			this.#colors.follow(tracked.file.key, tracked.lines);
			this.#endWaiting(tracked);
		});
	}

	#isCurrent(tracked: TrackedFile, version: string): boolean {
		return this.#files.get(tracked.file.key) === tracked && tracked.file.version === version;
	}

	#showPending({ lines }: TrackedFile): void {
		lines.dataset.state = 'pending';
		lines.replaceChildren();
	}

	#showProblem(tracked: TrackedFile, problem: string): void {
		tracked.lines.dataset.state = 'failed';
		tracked.lines.replaceChildren();
		draw(tracked.lines, [failure(problem, { do: 'retry-diff', file: tracked.file.key })]);
		this.#endWaiting(tracked);
	}

	#endWaiting({ file: { key } }: TrackedFile): void {
		this.#waiting.get(key)?.resolve();
		this.#waiting.delete(key);
	}
}

/** How far an element is from the middle of the window. */
function distanceOf(element: Element): number {
	const { top, bottom } = element.getBoundingClientRect();
	const middle = innerHeight / 2;
	return Math.max(0, top - middle, middle - bottom);
}
