import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import { waitAfterFailure } from '../polling/read-failures.ts';
import type { WebhookPace } from './webhook-pace.ts';
import type { WebhookTargets } from './webhook-targets.ts';

/** Makes this window the one that registers the webhooks of an account, and notices when another window takes over. */
export class WebhookOwnership implements Disposable {
	readonly #targets: WebhookTargets;
	readonly #pace: WebhookPace;
	readonly #random: () => number;
	readonly #log: Log;
	readonly #didChange: (known: readonly HookTarget[]) => void;
	readonly #lifetime = new Lifetime();
	#token = '';
	/** The targets of the tokens that this one replaces, until they are stored as its own. */
	#former: readonly HookTarget[] = [];
	/** How often `takeOver` was called. */
	#calls = 0;
	#isOwner = false;
	/** How often this window has taken over again from another one. */
	#retakes = 0;
	/** Whether it was logged that the owner cannot be read. */
	#hasWarned = false;

	/** `didChange` is called when this window becomes the owner, with the targets of the token, and when it no longer is, with none. */
	constructor(
		targets: WebhookTargets,
		pace: WebhookPace,
		random: () => number,
		log: Log,
		didChange: (known: readonly HookTarget[]) => void,
	) {
		this.#targets = targets;
		this.#pace = pace;
		this.#random = random;
		this.#log = log;
		this.#didChange = didChange;
		this.#lifetime.interval(() => background(this.check()), pace.ownerMs);
	}

	/** Whether this window registers the webhooks, as far as it knows. */
	get isOwner(): boolean {
		return this.#isOwner;
	}

	/** Takes over for a token. `former` are the targets of the token that it replaces. */
	takeOver(token: string, former: readonly HookTarget[] = []): void {
		this.#token = token;
		this.#former = [...this.#former, ...former];
		this.#calls += 1;
		this.#isOwner = false;
		background(this.#tryToTakeOver(1));
	}

	/** Notices that another window has taken over, such as for a sign-out. That may fail, so this one takes over again if it still leads. */
	async check(): Promise<void> {
		try {
			if (!this.#isOwner || (await this.#targets.isOwner())) {
				this.#hasWarned = false;
				return;
			}
		} catch (error) {
			if (!this.#hasWarned)
				this.#log.warn('It could not be read whether another window registers webhooks', error);
			this.#hasWarned = true;
			return;
		}
		if (!this.#isOwner || this.#lifetime.ended) return;
		this.#log.info('Another window registers the webhooks now');
		this.#isOwner = false;
		const { rarelyMs, retakeMs } = this.#pace;
		const waitMs = Math.min(rarelyMs, retakeMs * 2 ** this.#retakes++);
		this.#lifetime.timeout(() => background(this.#tryToTakeOver(1)), waitMs);
		this.#didChange([]);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #tryToTakeOver(attempt: number): Promise<void> {
		const calls = this.#calls;
		try {
			const known = await this.#targets.takeOver(this.#token, this.#lifetime.signal, this.#former);
			if (calls !== this.#calls || this.#isOwner || this.#lifetime.ended) return;
			this.#isOwner = true;
			this.#former = [];
			this.#didChange(known);
		} catch (error) {
			if (this.#lifetime.ended) return;
			this.#log.warn('It could not be stored where there are webhooks', error);
			const waitMs = waitAfterFailure(error, attempt, this.#random());
			this.#lifetime.timeout(() => background(this.#tryToTakeOver(attempt + 1)), waitMs);
		}
	}
}
