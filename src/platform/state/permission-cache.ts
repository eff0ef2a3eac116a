import { isAbort } from '../../base/abort.ts';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import { FailurePauses } from '../../base/failure-pauses.ts';
import { ForgeError } from '../../forge/contract/errors.ts';

/** How long an answer is valid. Changed permissions are then noticed without a new sign-in. */
const validMs = 5 * 60_000;

/** What items of a forge permit, by the names of the items. */
export class PermissionCache<Permissions> {
	readonly #known = new Map<string, { readonly value: Permissions; readonly asOf: number }>();
	/** Without these, each command would wait for a forge that does not answer. */
	readonly #pauses = new FailurePauses<string>();

	/** The forge's last answer; undefined if it was not asked or did not answer. */
	of(name: string): Permissions | undefined {
		return this.#known.get(name)?.value;
	}

	/** Remembers what the forge has shown by accepting or refusing a change. */
	put(name: string, value: Permissions): void {
		this.#known.set(name, { value, asOf: timeOfDay() });
		this.#pauses.end(name);
	}

	/** Remembers an answer that was read at `asOf`, unless a newer one is known. */
	learn(name: string, value: Permissions, asOf: number): void {
		if (asOf <= (this.#known.get(name)?.asOf ?? 0)) return;
		this.#known.set(name, { value, asOf });
		this.#pauses.end(name);
	}

	/**
	 * Asks the forge with `request`, unless its last answer is still valid or it failed to answer a moment ago. A failure is not reported:
	 * the forge checks each change itself.
	 */
	async read(
		name: string,
		request: (signal: AbortSignal) => Promise<Permissions>,
		signal: AbortSignal,
	): Promise<void> {
		const isValid = isRecent(this.#known.get(name)?.asOf, validMs);
		if (isValid || this.#pauses.isPaused(name)) return;
		try {
			this.put(name, await request(signal));
		} catch (error) {
			if (!(error instanceof ForgeError) && !isAbort(error) && !signal.aborted) throw error;
			// A page that was hidden has cancelled its request, which says nothing about the forge.
			if (error instanceof ForgeError || isTimeout(signal.reason)) this.#pauses.begin(name);
		}
	}
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError';
