import type { Client } from '../../forge/connect.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';

interface TrackerPermissionsOptions {
	/** Whose trackers are not asked for: they may do everything there. */
	readonly me: string;
	readonly client: Pick<Client<typeof trackerRows>, 'tracker'>;
	readonly now?: () => number;
}

type Place = Pick<TrackerKey, 'owner' | 'tracker'>;

/** For so long an answer holds: whose permissions change, sees it without a new sign-in. */
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

	/** As the forge has said last; undefined where it was not asked, or had no answer. */
	of(place: Place): Tracker['default_permissions'] | undefined {
		return this.#known.get(nameOf(place))?.value;
	}

	/** Asks the forge, unless it has just answered. A failure changes nothing, and is no error: the forge checks each change itself. */
	async read(place: Place, signal: AbortSignal): Promise<void> {
		const { me, client, now = Date.now } = this.#options;
		const { owner, tracker } = place;
		const known = this.#known.get(nameOf(place));
		if (owner === me || (known && now() - known.asOf < freshMs)) return;
		try {
			const { default_permissions: value } = await client.tracker({ owner, tracker }, { signal });
			this.#known.set(nameOf(place), { value, asOf: now() });
		} catch (error) {
			if (!(error instanceof ForgeError) && !signal.aborted) throw error;
		}
	}
}

const nameOf = ({ owner, tracker }: Place): string => `${owner}/${tracker}`;
