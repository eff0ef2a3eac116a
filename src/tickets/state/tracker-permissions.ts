import { isAbort } from '../../base/abort.ts';
import type { Client } from '../../forge/connect.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import type { TrackerPath } from '../../platform/model/references.ts';

interface TrackerPermissionsOptions {
	/** The user. Their own trackers are not asked for, because they may do everything there. */
	readonly me: string;
	readonly client: Pick<Client<typeof trackerRows>, 'tracker'>;
	readonly now?: () => number;
}

/** How long an answer holds. The user sees changed permissions without a new sign-in. */
const freshMs = 5 * 60_000;

/** What the trackers of other users permit. Their tickets usually say only that the permissions are those of the tracker. */
export class TrackerPermissions {
	readonly #options: TrackerPermissionsOptions;
	readonly #known = new Map<
		string,
		{ readonly value: Tracker['default_permissions']; readonly asOf: number }
	>();

	constructor(options: TrackerPermissionsOptions) {
		this.#options = options;
	}

	/** The forge's last answer; undefined if it was not asked or did not answer. */
	of(path: TrackerPath): Tracker['default_permissions'] | undefined {
		return this.#known.get(nameOf(path))?.value;
	}

	/** Asks the forge, unless its last answer still holds. A failure changes nothing: the forge checks each change itself. */
	async read(path: TrackerPath, signal: AbortSignal): Promise<void> {
		const { me, client, now = Date.now } = this.#options;
		const { owner, tracker } = path;
		const known = this.#known.get(nameOf(path));
		if (owner === me || (known && now() - known.asOf < freshMs)) return;
		try {
			const { default_permissions: value } = await client.tracker({ owner, tracker }, { signal });
			this.#known.set(nameOf(path), { value, asOf: now() });
		} catch (error) {
			if (!(error instanceof ForgeError) && !isAbort(error) && !signal.aborted) throw error;
		}
	}
}

const nameOf = ({ owner, tracker }: TrackerPath): string => `${owner}/${tracker}`;
