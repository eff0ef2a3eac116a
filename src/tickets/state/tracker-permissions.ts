import { abortable } from '../../base/abort.ts';
import { timeLimit } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import { trackerRef } from '../../platform/model/keys.ts';
import type { TrackerPath } from '../../platform/model/references.ts';
import { PermissionCache } from '../../platform/state/permission-cache.ts';
import { maySubmit } from '../model/permissions.ts';

/** Timeout of a request that continues after its caller has stopped waiting. */
const timeoutMs = 10_000;

type Permissions = Tracker['default_permissions'];

/** The trackers of other users and what they permit. A ticket usually refers to its tracker's permissions. */
export class TrackerPermissions {
	readonly #me: string;
	readonly #client: Client<typeof trackerRows>;
	readonly #cache: PermissionCache<Tracker>;
	readonly #changes = new Emitter<TrackerPath>();
	/** Fires with a tracker when what it permits has become known or has changed. */
	readonly onDidChange = this.#changes.event;

	/** `me` is the user, with the tilde. Permissions of their own trackers are not requested, because they may do everything there. */
	constructor(me: string, client: Client<typeof trackerRows>) {
		this.#me = me;
		this.#client = client;
		this.#cache = new PermissionCache();
	}

	/** The forge's last answer; undefined if it was not asked or did not answer. */
	of(path: TrackerPath): Permissions | undefined {
		return this.tracker(path)?.default_permissions;
	}

	/** The tracker as the forge last returned it. */
	tracker(path: TrackerPath): Tracker | undefined {
		return this.#cache.of(trackerRef(path));
	}

	/** Whether the user may submit tickets, as far as is known. */
	maySubmit(path: TrackerPath): boolean {
		return maySubmit({ access: this.tracker(path)?.access, me: this.#me, owner: path.owner });
	}

	/** Remembers a tracker that the forge has returned. */
	put(path: TrackerPath, tracker: Tracker): void {
		if (path.owner === this.#me) return;
		const before = this.#rightsIn(path);
		this.#cache.put(trackerRef(path), tracker);
		this.#reportChange(path, before);
	}

	/** Asks the forge, unless its last answer is still valid or it failed to answer a moment ago. */
	async read(path: TrackerPath, signal: AbortSignal): Promise<void> {
		const { owner, tracker } = path;
		if (owner === this.#me) return;
		const before = this.#rightsIn(path);
		await this.#cache.read(
			trackerRef(path),
			() => this.#client.tracker({ owner, tracker }, { signal }),
			signal,
		);
		this.#reportChange(path, before);
	}

	#reportChange(path: TrackerPath, before: string): void {
		if (this.#rightsIn(path) !== before) this.#changes.fire(path);
	}

	#rightsIn(path: TrackerPath): string {
		const { default_permissions, access } = this.tracker(path) ?? {};
		return JSON.stringify([default_permissions, access]);
	}

	/** Like `read`, but the request goes on after `signal` aborts, so that the answer is known later. */
	async readWithin(path: TrackerPath, signal: AbortSignal): Promise<void> {
		const answer = this.read(path, timeLimit(timeoutMs));
		await abortable(answer, signal).catch((reason) => {
			if (!signal.aborted) throw reason;
		});
	}
}
