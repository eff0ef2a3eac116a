import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { WatchedResource } from '../../platform/state/watch/watch-source.ts';
import { nameOfTarget } from '../model/target-names.ts';

type Resource = Pick<WatchedResource, 'id' | 'hookTarget'>;

/** Logs which resources cannot be read, once for each kind of failure until a read succeeds. */
export class ReadFailureLog {
	readonly #log: Log;
	/** The kinds of failures that were logged, by the id of the resource. */
	readonly #kinds = new Map<string, Set<string>>();

	constructor(log: Log) {
		this.#log = log;
	}

	/** `user` is the user name of the resource's account, with the tilde. */
	didFail({ id, hookTarget }: Resource, user: string, error: unknown): void {
		const kinds = this.#kinds.get(id) ?? new Set();
		const kind = kindOf(error);
		if (kinds.has(kind)) return;
		this.#kinds.set(id, kinds.add(kind));
		this.#log.warn(`Could not check ${nameOf(hookTarget, user)} for updates`, error);
	}

	didRead({ id, hookTarget }: Resource, user: string): void {
		if (this.#kinds.delete(id)) this.#log.info(`Can check ${nameOf(hookTarget, user)} for updates again`);
	}
}

function kindOf(error: unknown): string {
	if (error instanceof ForgeError) return error.kind;
	return error instanceof Error ? error.name : typeof error;
}

/** `tracker ~ana/editor`, `trackers of ~ana`. */
function nameOf(target: WatchedResource['hookTarget'], user: string): string {
	const { kind, name, isAccountWide } = nameOfTarget(target, user);
	return isAccountWide ? name.charAt(0).toLowerCase() + name.slice(1) : `${kind} ${name}`;
}
