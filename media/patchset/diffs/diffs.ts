import type { PatchsetRequests, ShownDiff, ShownFile } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../page/background.ts';
import { draw } from '../../page/draw.ts';
import type { Ask } from '../../page/host-messages.ts';
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

interface FileDiff {
	file: ShownFile;
	readonly section: HTMLElement;
	readonly lines: HTMLElement;
	/** The version of the file that was requested, and the one on the page. */
	asked: string;
	drawn: string;
	diff: ShownDiff | undefined;
}

/**
 * Fetches the diffs of files that come into view and puts them on the page. A diff stays on the page until the file has another version
 * and that one is there: snapshots do not draw it again.
 */
export class Diffs {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #isFolded: (file: ShownFile) => boolean;
	readonly #builds = new BuildQueue();
	readonly #colors: CodeColors;
	#page = '';
	/** By the key of the file. */
	#diffs = new Map<string, FileDiff>();
	/** The files that are near the visible part of the page, or that the user goes to. */
	readonly #wanted = new Set<FileDiff>();
	#waiting = new Map<string, PromiseWithResolvers<void>>();
	#askedCount = 0;
	readonly #observer = new IntersectionObserver((all) => this.#noticeView(all), { rootMargin: margin });

	constructor(ask: Ask<PatchsetRequests>, isFolded: (file: ShownFile) => boolean) {
		this.#ask = ask;
		this.#isFolded = isFolded;
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

	/** Resolves when the current diff of a file is on the page, or could not be read. */
	async whenDrawn(key: string): Promise<void> {
		const tracked = this.#diffs.get(key);
		if (tracked?.file.withoutDiff !== '' || tracked.drawn === tracked.file.version) return;
		if (tracked.lines.dataset.state === 'failed' && tracked.asked === tracked.file.version) return;
		const waiting = this.#waiting.get(key) ?? Promise.withResolvers<void>();
		this.#waiting.set(key, waiting);
		this.#wanted.add(tracked);
		this.#askNext();
		await waiting.promise;
	}

	isDrawn(key: string): boolean {
		const tracked = this.#diffs.get(key);
		return tracked !== undefined && tracked.drawn !== '';
	}

	/** Requests a diff again after a failure. */
	retry(key: string): void {
		const tracked = this.#diffs.get(key);
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
		const tracked = this.#diffs.get(file);
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
		const hadFocus = row.contains(document.activeElement);
		this.#builds.add(buildLines(answer.ok.lines, part), (rows) => {
			row.replaceWith(...(answer.ok.lines.length > 0 ? rows : []));
			if (hadFocus) tracked.lines.focus({ preventScroll: true });
		});
	}

	#forgetPage(page: string): void {
		this.#page = page;
		this.#observer.disconnect();
		this.#builds.clear();
		this.#colors.clear();
		this.#diffs = new Map();
		this.#wanted.clear();
		this.#waiting = new Map();
		this.#askedCount = 0;
	}

	#follow(file: ShownFile, section: HTMLElement): void {
		const known = this.#diffs.get(file.key);
		if (known?.section === section) {
			known.file = file;
			return;
		}
		const lines = section.querySelector<HTMLElement>('.lines');
		if (!lines) return;
		const tracked = { file, section, lines, asked: '', drawn: '', diff: undefined };
		this.#diffs.set(file.key, tracked);
		this.#showPending(tracked);
		this.#observer.observe(section);
	}

	#noticeView(all: readonly IntersectionObserverEntry[]): void {
		for (const { target, isIntersecting } of all) {
			const tracked = this.#diffs.get(target instanceof HTMLElement ? (target.dataset.file ?? '') : '');
			if (tracked && isIntersecting) this.#wanted.add(tracked);
			else if (tracked && !this.#waiting.has(tracked.file.key)) this.#wanted.delete(tracked);
		}
		this.#askNext();
	}

	#isMissing({ file, asked, drawn }: FileDiff): boolean {
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

	async #load(tracked: FileDiff): Promise<void> {
		const page = this.#page;
		const { key, version } = tracked.file;
		tracked.asked = version;
		this.#askedCount += 1;
		const answer = await this.#ask('diff', { file: key });
		if (page !== this.#page) return;
		this.#askedCount -= 1;
		// The file has changed since: this is the diff of its previous version.
		if (tracked.asked === version && tracked.file.version === version) {
			if ('problem' in answer) this.#showProblem(tracked, answer.problem);
			else this.#build(tracked, version, answer.ok);
		}
		this.#askNext();
	}

	#build(tracked: FileDiff, version: string, diff: ShownDiff): void {
		this.#builds.add(buildDiff(tracked.file.key, diff), (list) => {
			if (tracked.file.version !== version) return;
			keepBelow(tracked.section, () => {
				keepCurrentLine(tracked.lines, () => tracked.lines.replaceChildren(list));
				delete tracked.lines.dataset.state;
			});
			tracked.drawn = version;
			tracked.diff = diff;
			this.#colors.follow(tracked.file.key, tracked.lines);
			this.#endWaiting(tracked);
		});
	}

	#showPending({ lines }: FileDiff): void {
		lines.dataset.state = 'pending';
		lines.replaceChildren();
	}

	#showProblem(tracked: FileDiff, problem: string): void {
		tracked.lines.dataset.state = 'failed';
		tracked.lines.replaceChildren();
		draw(tracked.lines, [failure(problem, { do: 'retry-diff', file: tracked.file.key })]);
		this.#endWaiting(tracked);
	}

	#endWaiting({ file: { key } }: FileDiff): void {
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
