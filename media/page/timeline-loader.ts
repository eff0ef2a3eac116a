import type { Entry, TimelinePart } from '../../src/platform/page/parts.ts';
import type { Answer } from '../../src/platform/page/requests.ts';
import { background } from './background.ts';
import type { VirtualElement } from './draw.ts';
import { pendingPart, timelinePart } from './timeline.ts';

interface Loaded {
	/** That of the part, and whether it is the last one, which looks different. */
	readonly version: string;
	readonly isLast: boolean;
	readonly entries: readonly Entry[];
	readonly element: VirtualElement;
}

interface Shown {
	/** The key of the page. */
	readonly key: string;
	readonly parts: readonly TimelinePart[];
}

interface LoaderOptions {
	readonly load: (part: string) => Promise<Answer<{ readonly entries: readonly Entry[] }>>;
	readonly redraw: () => void;
}

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/**
 * Fetches and draws the parts of a long timeline one after the other, each in a separate frame, so that the page never blocks. What the
 * user is looking at and what is new come first.
 */
export class TimelineLoader {
	readonly #options: LoaderOptions;
	/** By key. A part whose version has changed stays on the page until its new version is loaded. */
	#loaded = new Map<string, Loaded>();
	/** The parts that could not be read. The next snapshot tries again. */
	readonly #failed = new Set<string>();
	#shown: Shown = { key: '', parts: [] };
	#isLoading = false;
	#unseen = Promise.withResolvers<void>();

	constructor(options: LoaderOptions) {
		this.#options = options;
	}

	get isWhole(): boolean {
		return this.#shown.parts.every(({ key }) => this.#loaded.has(key) || this.#failed.has(key));
	}

	/** Resolves when the first entry that is new is on the page. */
	get unseenLoaded(): Promise<void> {
		return this.#unseen.promise;
	}

	receive({ key, parts }: Shown): void {
		if (key !== this.#shown.key) {
			this.#loaded = new Map();
			this.#unseen = Promise.withResolvers();
		}
		this.#shown = { key, parts };
		this.#failed.clear();
		this.#putShort(parts);
		this.#noticeUnseen();
		if (!this.#isLoading) background(this.#loadAll());
	}

	draw(): readonly VirtualElement[] {
		return this.#shown.parts.map(({ key }) => this.#loaded.get(key)?.element ?? pendingPart(key));
	}

	/** Draws the parts again, because their entries look different now. */
	rebuild(): void {
		for (const [key, { version, isLast, entries }] of this.#loaded)
			this.#loaded.set(key, { version, isLast, entries, element: timelinePart(key, entries, isLast) });
	}

	/** A short timeline is drawn at once. */
	#putShort(parts: readonly TimelinePart[]): void {
		if (parts.some(({ entries }) => entries === null)) return;
		for (const part of parts) {
			if (part.entries && this.#isMissing(part)) this.#put(part, part.entries);
		}
	}

	async #loadAll(): Promise<void> {
		this.#isLoading = true;
		while (this.#hasMissing) {
			// The browser lays out the previous part in this frame.
			await frame();
			const part = this.#next();
			if (part) await this.#load(part);
		}
		this.#isLoading = false;
	}

	async #load(part: TimelinePart): Promise<void> {
		const page = this.#shown.key;
		const answer = part.entries ? { ok: { entries: part.entries } } : await this.#options.load(part.key);
		if (page !== this.#shown.key) return;
		// Not with the version of the answer, which the next snapshot has.
		if ('ok' in answer) this.#put(part, answer.ok.entries);
		else this.#failed.add(part.key);
		this.#noticeUnseen();
		this.#options.redraw();
		background(settle(part.key));
	}

	#noticeUnseen(): void {
		const part = this.#shown.parts.find(({ hasFirstUnseen }) => hasFirstUnseen);
		if (!part || this.#loaded.has(part.key) || this.#failed.has(part.key)) this.#unseen.resolve();
	}

	get #hasMissing(): boolean {
		return this.#shown.parts.some((part) => this.#isMissing(part));
	}

	#isMissing(part: TimelinePart): boolean {
		return this.#loaded.get(part.key)?.version !== this.#versionOf(part) && !this.#failed.has(part.key);
	}

	#isLast(part: TimelinePart): boolean {
		return this.#shown.parts.at(-1)?.key === part.key;
	}

	#versionOf(part: TimelinePart): string {
		return `${part.version} ${this.#isLast(part)}`;
	}

	#put(part: TimelinePart, entries: readonly Entry[]): void {
		const isLast = this.#isLast(part);
		const element = timelinePart(part.key, entries, isLast);
		this.#loaded.set(part.key, { version: this.#versionOf(part), isLast, entries, element });
	}

	#next(): TimelinePart | undefined {
		const missing = this.#shown.parts.filter((part) => this.#isMissing(part));
		const inView = partInView();
		return (
			missing.find(({ hasFirstUnseen }) => hasFirstUnseen) ??
			missing.find(({ key }) => key === inView) ??
			missing.find(({ entries }) => entries !== null) ??
			missing[0]
		);
	}
}

/** Lets the browser skip a part that is out of view, once it was laid out: its height is known from then on. */
async function settle(key: string): Promise<void> {
	await frame();
	await frame();
	document.querySelector(`[data-part="${key}"]`)?.classList.add('settled');
}

/** The key of a part that the user is looking at and that is not on the page yet. */
function partInView(): string | undefined {
	const found = [0.5, 0.95, 0.1].flatMap(
		(at) =>
			document.elementFromPoint(innerWidth / 3, innerHeight * at)?.closest<HTMLElement>('.pending') ?? [],
	);
	return found[0]?.dataset.part;
}
