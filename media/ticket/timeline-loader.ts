import type { RequestAnswer } from '../../src/platform/page/requests.ts';
import type { ShownEntry, TimelinePart } from '../../src/platform/page/snapshot-parts.ts';
import { background } from '../kit/background.ts';
import type { VirtualElement } from '../kit/draw.ts';
import { pendingPart, timelinePart } from './timeline.ts';

interface Loaded {
	/** As `#versionOf` returns it: the version of the part, and whether it was the last part, which looks different. */
	readonly version: string;
	readonly entries: readonly ShownEntry[];
	readonly element: VirtualElement;
	/** Whether to draw the same entries again. */
	readonly isOutdated?: boolean;
}

interface Shown {
	/** The key of the page. */
	readonly key: string;
	readonly parts: readonly TimelinePart[];
	/** The part that the user has opened the page for, if any. */
	readonly requested?: { readonly place: { readonly part: string | null } | null } | null;
}

interface Arrived {
	/** The part as it was when it was requested. */
	readonly part: TimelinePart;
	readonly entries: readonly ShownEntry[];
}

type LoadPart = (part: string) => Promise<RequestAnswer<{ readonly entries: readonly ShownEntry[] }>>;

/** How many parts are requested at a time. */
const maxRequested = 8;
/** How long drawing may take in a frame. The estimate comes from the previous frame. */
const drawingMs = 14;
/** How many parts are drawn in a frame at most. */
const maxDrawn = 8;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/**
 * Fetches and draws the parts of a long timeline, a few in each frame, so that the page never blocks. What the user is looking at and what is
 * new come first.
 */
export class TimelineLoader {
	readonly #load: LoadPart;
	readonly #redraw: () => void;
	/** By key. A part whose version has changed stays on the page until its new version is loaded. */
	#loaded = new Map<string, Loaded>();
	/** Drawn in place of parts that are not loaded, by key. Kept, because drawing skips a description that is the same object. */
	#placeholders = new Map<string, VirtualElement>();
	/** The parts that could not be read. The next snapshot tries again. */
	readonly #failed = new Set<string>();
	/** The keys of the parts that were requested and are not drawn yet. */
	#requested = new Set<string>();
	#arrived: Arrived[] = [];
	#arrival = Promise.withResolvers<void>();
	#shown: Shown = { key: '', parts: [] };
	/** The keys of parts that the user may be looking at. Undefined after scrolling. */
	#inView: readonly string[] | undefined;
	#drawnPerFrame = 1;
	#isLoading = false;
	#unseen = Promise.withResolvers<void>();

	constructor(load: LoadPart, redraw: () => void) {
		this.#load = load;
		this.#redraw = redraw;
		addEventListener('scroll', () => (this.#inView = undefined), { passive: true });
	}

	get isWhole(): boolean {
		return this.#shown.parts.every((part) => this.#isSettled(part));
	}

	/** Resolves when the first entry that is new is on the page. */
	get whenUnseenLoaded(): Promise<void> {
		return this.#unseen.promise;
	}

	receive({ key, parts, requested = null }: Shown): void {
		if (key !== this.#shown.key) this.#forgetPage();
		this.#shown = { key, parts, requested };
		this.#failed.clear();
		this.#drawMissing();
	}

	draw(): readonly VirtualElement[] {
		return this.#shown.parts.map(({ key }) => this.#loaded.get(key)?.element ?? this.#placeholder(key));
	}

	/** Draws the parts again, because their entries look different now. Those of a long timeline are drawn a few in each frame. */
	rebuild(): void {
		for (const [key, part] of this.#loaded) this.#loaded.set(key, { ...part, isOutdated: true });
		this.#drawMissing();
	}

	#forgetPage(): void {
		this.#loaded = new Map();
		this.#placeholders = new Map();
		this.#requested = new Set();
		this.#arrived = [];
		this.#inView = undefined;
		this.#unseen = Promise.withResolvers();
		this.#arrival.resolve();
	}

	#placeholder(key: string): VirtualElement {
		const placeholder = this.#placeholders.get(key) ?? pendingPart(key);
		this.#placeholders.set(key, placeholder);
		return placeholder;
	}

	#drawMissing(): void {
		const { parts } = this.#shown;
		const isShort = parts.every(({ entries }) => entries !== null);
		// A short timeline is drawn at once.
		for (const part of parts)
			if (isShort && part.entries && this.#isMissing(part)) this.#put(part, part.entries, false);
		this.#noticeLoaded();
		if (!this.#isLoading) background(this.#loadAll());
	}

	async #loadAll(): Promise<void> {
		this.#isLoading = true;
		while (this.#hasMissing) {
			while (this.#requested.size < maxRequested && this.#requestNext());
			await this.#enoughArrived();
			// The browser shows the previous parts in this frame.
			await frame();
			this.#drawArrived();
		}
		this.#isLoading = false;
	}

	/** Resolves when there are as many parts to draw as there is time for in a frame: each frame takes time by itself. */
	async #enoughArrived(): Promise<void> {
		while (this.#arrived.length < Math.min(this.#drawnPerFrame, this.#requested.size)) {
			this.#arrival = Promise.withResolvers();
			await this.#arrival.promise;
		}
	}

	/** Requests the next part. Returns whether there is one. */
	#requestNext(): boolean {
		const part = this.#next();
		if (!part) return false;
		this.#requested.add(part.key);
		const known = this.#loaded.get(part.key);
		const entries = known?.version === this.#versionOf(part) ? known.entries : part.entries;
		if (entries) this.#arrived.push({ part, entries });
		else background(this.#loadPart(part));
		return true;
	}

	async #loadPart(part: TimelinePart): Promise<void> {
		const page = this.#shown.key;
		const answer = await this.#load(part.key);
		if (page !== this.#shown.key) return;
		if ('ok' in answer) this.#arrived.push({ part, entries: answer.ok.entries });
		else {
			this.#requested.delete(part.key);
			this.#failed.add(part.key);
			this.#noticeLoaded();
		}
		this.#arrival.resolve();
	}

	/** Draws as many of the parts that have arrived as there is time for. */
	#drawArrived(): void {
		const start = performance.now();
		const some = this.#arrived.splice(0, this.#drawnPerFrame);
		for (const { part, entries } of some) {
			this.#requested.delete(part.key);
			// Stored with the version that was requested. If the part has changed since, the next snapshot has another version, and requests it again.
			this.#put(part, entries, true);
		}
		this.#noticeLoaded();
		this.#redraw();
		const eachMs = Math.max(0.1, (performance.now() - start) / Math.max(1, some.length));
		this.#drawnPerFrame = Math.max(1, Math.min(maxDrawn, Math.floor(drawingMs / eachMs)));
	}

	#noticeLoaded(): void {
		const part = this.#shown.parts.find(({ hasFirstUnseen }) => hasFirstUnseen);
		if (!part || this.#isSettled(part)) this.#unseen.resolve();
	}

	get #hasMissing(): boolean {
		return this.#shown.parts.some((part) => this.#isMissing(part));
	}

	#isSettled({ key }: TimelinePart): boolean {
		return this.#loaded.has(key) || this.#failed.has(key);
	}

	#isMissing(part: TimelinePart): boolean {
		const known = this.#loaded.get(part.key);
		const isCurrent = known?.version === this.#versionOf(part) && !known.isOutdated;
		return !isCurrent && !this.#failed.has(part.key);
	}

	#isLast(part: TimelinePart): boolean {
		return this.#shown.parts.at(-1)?.key === part.key;
	}

	#versionOf(part: TimelinePart): string {
		return `${part.version} ${this.#isLast(part)}`;
	}

	#put(part: TimelinePart, entries: readonly ShownEntry[], isLong: boolean): void {
		const element = timelinePart(part.key, entries, this.#isLast(part), isLong);
		this.#loaded.set(part.key, { version: this.#versionOf(part), entries, element });
	}

	#next(): TimelinePart | undefined {
		const missing = this.#shown.parts.filter(
			(part) => this.#isMissing(part) && !this.#requested.has(part.key),
		);
		// Looking makes the browser lay out the page.
		this.#inView ??= partsInView();
		const inView = this.#inView;
		return (
			missing.find(({ key }) => key === this.#shown.requested?.place?.part) ??
			missing.find(({ hasFirstUnseen }) => hasFirstUnseen) ??
			missing.find(({ key }) => inView.includes(key)) ??
			missing.find(({ entries }) => entries !== null) ??
			missing[0]
		);
	}
}

/** The keys of the parts that the user is looking at and that are not on the page yet. */
const partsInView = (): readonly string[] =>
	[0.5, 0.95, 0.1].flatMap((at) => {
		const element = document.elementFromPoint(innerWidth / 3, innerHeight * at);
		return element?.closest<HTMLElement>('.pending')?.dataset.part ?? [];
	});
