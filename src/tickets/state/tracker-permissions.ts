import type { Client } from '../../forge/connect.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import type { TrackerPath } from '../../platform/model/references.ts';
import { PermissionCache } from '../../platform/state/permission-cache.ts';

interface TrackerPermissionsOptions {
	/** The user, with the tilde. Permissions of their own trackers are not requested, because they may do everything there. */
	readonly me: string;
	readonly client: Pick<Client<typeof trackerRows>, 'tracker'>;
	readonly now?: () => number;
}

type Permissions = Tracker['default_permissions'];

/** What the trackers of other users permit. Their tickets usually say only that the permissions are those of the tracker. */
export class TrackerPermissions {
	readonly #options: TrackerPermissionsOptions;
	readonly #cache: PermissionCache<Permissions>;

	constructor(options: TrackerPermissionsOptions) {
		this.#options = options;
		this.#cache = new PermissionCache(options.now);
	}

	/** The forge's last answer; undefined if it was not asked or did not answer. */
	of(path: TrackerPath): Permissions | undefined {
		return this.#cache.of(nameOf(path));
	}

	/** Asks the forge, unless its last answer is still valid or it failed to answer a moment ago. */
	async read(path: TrackerPath, signal: AbortSignal): Promise<void> {
		const { me, client } = this.#options;
		const { owner, tracker } = path;
		if (owner === me) return;
		const request = async () => (await client.tracker({ owner, tracker }, { signal })).default_permissions;
		await this.#cache.read(nameOf(path), request, signal);
	}
}

const nameOf = ({ owner, tracker }: TrackerPath): string => `${owner}/${tracker}`;
