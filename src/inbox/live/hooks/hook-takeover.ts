import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { waitAfterFailure } from '../polling/read-failures.ts';
import type { RegisteredHooks } from './registered-hooks.ts';

export interface TakeoverPace {
	/** How often the window looks whether another one has taken over, which may have removed the hooks. */
	readonly holderMs: number;
	/** A window that another one has taken over from takes over again after this time if it still leads. Doubles each time. */
	readonly retakeMs: number;
	/** The longest time until it takes over again. */
	readonly rarelyMs: number;
}

interface HookTakeoverOptions {
	readonly hooks: Pick<RegisteredHooks, 'open' | 'checkHolder' | 'isSuperseded'>;
	readonly pace: TakeoverPace;
	/** Called when this window or another one has taken over. */
	readonly didChange: () => void;
	readonly random: () => number;
	readonly log: Log;
}

/**
 * Takes over the stored hooks of an account from the window that led before. If another window takes over meanwhile, such as for a
 * sign-out that then fails, takes over again.
 */
export class HookTakeover implements Disposable {
	readonly #options: HookTakeoverOptions;
	readonly #lifetime = new Lifetime();
	#isOpen = false;
	#retake: Disposable | undefined;
	#retakes = 0;
	#hasWarned = false;

	constructor(options: HookTakeoverOptions) {
		this.#options = options;
		background(this.#open(1));
		this.#checkHolderLater();
	}

	/** Whether the hooks that earlier windows have left are known. */
	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** Call when another window may have taken over. */
	update(): void {
		const { hooks, pace } = this.#options;
		if (!hooks.isSuperseded) return;
		this.#retake ??= this.#lifetime.timeout(
			() => {
				this.#retake = undefined;
				background(this.#open(1));
			},
			Math.min(pace.rarelyMs, pace.retakeMs * 2 ** this.#retakes++),
		);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #open(attempt: number): Promise<void> {
		const { hooks, didChange, random, log } = this.#options;
		try {
			await hooks.open(this.#lifetime.signal);
			this.#isOpen = true;
			didChange();
		} catch (error) {
			if (this.#lifetime.ended) return;
			log.warn('The stored webhooks could not be read', error);
			const waitMs = waitAfterFailure(error, attempt, random());
			this.#lifetime.timeout(() => background(this.#open(attempt + 1)), waitMs);
		}
	}

	#checkHolderLater(): void {
		this.#lifetime.timeout(() => background(this.#checkHolder()), this.#options.pace.holderMs);
	}

	async #checkHolder(): Promise<void> {
		const { hooks, didChange, log } = this.#options;
		try {
			if (this.#isOpen && !hooks.isSuperseded) {
				await hooks.checkHolder();
				this.#hasWarned = false;
				if (hooks.isSuperseded) didChange();
			}
		} catch (error) {
			if (!this.#hasWarned) log.warn('The stored webhooks could not be read', error);
			this.#hasWarned = true;
		} finally {
			this.#checkHolderLater();
		}
	}
}
