import { abortable } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { Retrier } from '../../base/retrier.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { PageStatus } from './page-status.ts';

interface PageReadsOptions {
	/** Reads the stored data. */
	readonly open: () => Promise<unknown>;
	/**
	 * Reads what the page shows from the forge, and returns the failure of what it could do without. Other failures reject with a
	 * `ForgeError`.
	 */
	readonly read: (signal: AbortSignal) => Promise<ForgeError | undefined>;
	/** Whether all that the page shows was on the disk. */
	readonly isComplete: () => boolean;
	/** The forge has answered, or could not be reached. */
	readonly didRead: () => void;
	/** Draws the page if it is visible. */
	readonly changed: () => void;
}

interface Failure {
	readonly error: ForgeError;
	/** When the first of the reads that failed in a row has failed, and when the last. */
	readonly since: number;
	readonly last: number;
}

interface StatusOptions {
	/** Whether the page has something to show. */
	readonly isKnown: boolean;
	/** The name of the forge. */
	readonly instance: string;
	/** The address of its service. */
	readonly address: string | undefined;
	/** When the displayed data was read. */
	readonly asOf: number | undefined;
}

/**
 * Reads what a page shows while the page is visible: first from the disk, and when that is drawn, from the forge. Retries by itself if the
 * forge could not be reached.
 */
export class PageReads implements Disposable {
	readonly #options: PageReadsOptions;
	readonly #lifetime = new Lifetime();
	readonly #retrier: Retrier;
	readonly #opening = Promise.withResolvers<void>();
	/** Resolves when the stored data is drawn. Undefined until it was read. */
	#drawing: PromiseWithResolvers<void> | undefined;
	#failure: Failure | undefined;
	#hasAnswer = false;
	/** Whether to read again as soon as the page is visible. */
	#isDue = false;
	/** Aborted when the page is hidden. */
	#whileVisible = new AbortController();
	/** The number of reads in progress. */
	#readCount = 0;
	/** Identifies what is read now. The results of reads for another account are dropped. */
	#subject = {};

	constructor(options: PageReadsOptions) {
		this.#options = options;
		// Visibility does not matter here: `#readWhenDrawn` waits until the page is drawn, and only a visible page is drawn.
		this.#retrier = this.#lifetime.add(
			new Retrier(
				() => true,
				() => this.#readWhenDrawn(),
			),
		);
	}

	/** Resolves when the stored data was read for the first time. */
	get opened(): Promise<void> {
		return this.#opening.promise;
	}

	get failure(): Failure | undefined {
		return this.#failure;
	}

	/** Whether the forge has answered, or could not be reached. */
	get hasAnswer(): boolean {
		return this.#hasAnswer;
	}

	/** The state of a page whose account is signed in. */
	pageStatus({ isKnown, instance, address, asOf }: StatusOptions): PageStatus {
		if (!this.#failure) return this.#hasAnswer || isKnown ? { kind: 'good' } : { kind: 'reading' };
		const { error, since } = this.#failure;
		if (error.kind === 'missing') return { kind: 'missing' };
		if (error.kind === 'signed-out') return { kind: 'signed-out', instance };
		if (error.kind === 'offline' || error.kind === 'timeout')
			return { kind: 'offline', host: URL.parse(address ?? '')?.host ?? instance, since, asOf };
		return { kind: 'failed', message: error.message };
	}

	/** Reads only what is stored, because the account is signed out. */
	async readStored(): Promise<void> {
		const subject = this.#subject;
		await this.#options.open();
		if (this.#lifetime.ended || subject !== this.#subject) return;
		this.#options.changed();
		this.#opening.resolve();
	}

	async read(): Promise<void> {
		const subject = this.#subject;
		const signal = AbortSignal.any([this.#whileVisible.signal, this.#lifetime.signal]);
		const isTooLate = () => signal.aborted || subject !== this.#subject;
		this.#readCount += 1;
		try {
			await this.#options.open();
			if (isTooLate()) return;
			this.#drawing ??= Promise.withResolvers();
			this.#options.changed();
			this.#opening.resolve();
			// Handling answers of the forge would delay the drawing.
			if (this.#options.isComplete()) await abortable(this.#drawing.promise, signal);
			if (isTooLate()) return;
			const error = await this.#options.read(signal);
			if (!isTooLate()) this.record(error);
		} catch (error) {
			if (isTooLate()) return;
			if (!(error instanceof ForgeError)) throw error;
			this.record(error);
		} finally {
			this.#readCount -= 1;
		}
	}

	/** Remembers the outcome of a read. */
	record(error: ForgeError | undefined): void {
		if (this.#lifetime.ended) return;
		const now = timeOfDay();
		this.#failure = error && { error, since: this.#failure?.since ?? now, last: now };
		if (error && isTransient(error)) this.#retrier.schedule();
		else this.#retrier.reset();
		this.#hasAnswer = true;
		this.#options.didRead();
	}

	/** Forgets the outcome, because another account is read from now on. */
	reset(): void {
		this.#subject = {};
		this.#failure = undefined;
		this.#hasAnswer = false;
		this.#isDue = false;
		this.#retrier.reset();
	}

	/** Starts a pending retry at once: the forge can be reached again, or the page is visible again. */
	retryNow(): void {
		this.#retrier.retryNow();
	}

	/** The page is being drawn, so it is visible. */
	didDraw(): void {
		this.#drawing?.resolve();
		if (!this.#isDue) return;
		this.#isDue = false;
		background(this.read());
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	didHide(): void {
		if (this.#readCount > 0) this.#isDue = true;
		// Also without a read: one that has failed may have left a request that the wire is still trying again.
		this.#whileVisible.abort();
		this.#whileVisible = new AbortController();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Reads when the page is drawn next: `changed` draws a visible page, which then calls `didDraw`. */
	#readWhenDrawn(): void {
		this.#isDue = true;
		this.#options.changed();
	}
}
