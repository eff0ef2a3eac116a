import { isAbort } from '../../base/abort.ts';
import type { Client } from '../../forge/connect.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import type { TrackerPath } from '../../platform/model/references.ts';

interface TrackerPermissionsOptions {
	/** The user, with the tilde. Permissions of their own trackers are not requested, because they may do everything there. */
	readonly me: string;
	readonly client: Pick<Client<typeof trackerRows>, 'tracker'>;
	readonly now?: () => number;
}

/** How long an answer is valid. Changed permissions are then noticed without a new sign-in. */
const validMs = 5 * 60_000;
/** How long to wait before asking again after a failure. Without this, each command would wait for a forge that does not answer. */
const retryMs = 60_000;

/** What the trackers of other users permit. Their tickets usually say only that the permissions are those of the tracker. */
export class TrackerPermissions {
	readonly #options: TrackerPermissionsOptions;
	readonly #known = new Map<
		string,
		{ readonly value: Tracker['default_permissions']; readonly asOf: number }
	>();
	/** When the forge last failed to answer, by tracker. */
	readonly #failedAt = new Map<string, number>();

	constructor(options: TrackerPermissionsOptions) {
		this.#options = options;
	}

	/** The forge's last answer; undefined if it was not asked or did not answer. */
	of(path: TrackerPath): Tracker['default_permissions'] | undefined {
		return this.#known.get(nameOf(path))?.value;
	}

	/**
	 * Asks the forge, unless its last answer is still valid or it failed to answer a moment ago. A failure is not reported: the
	 * forge checks each change itself.
	 */
	async read(path: TrackerPath, signal: AbortSignal): Promise<void> {
		const { me, client, now = Date.now } = this.#options;
		const { owner, tracker } = path;
		const name = nameOf(path);
		const isWithin = (since: number | undefined, ms: number) => since !== undefined && now() - since < ms;
		if (owner === me || isWithin(this.#known.get(name)?.asOf, validMs)) return;
		if (isWithin(this.#failedAt.get(name), retryMs)) return;
		try {
			const { default_permissions: value } = await client.tracker({ owner, tracker }, { signal });
			this.#known.set(name, { value, asOf: now() });
			this.#failedAt.delete(name);
		} catch (error) {
			if (!(error instanceof ForgeError) && !isAbort(error) && !signal.aborted) throw error;
			// A page that was hidden has cancelled its request, which says nothing about the forge.
			if (error instanceof ForgeError || isTimeout(signal.reason)) this.#failedAt.set(name, now());
		}
	}
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError';

const nameOf = ({ owner, tracker }: TrackerPath): string => `${owner}/${tracker}`;
