import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Watched } from '../../platform/state/watched.ts';
import { nameOfTarget } from '../model/target-names.ts';

type Resource = Pick<Watched, 'spelled' | 'hookTarget'>;

/** Logs which resources cannot be read: each kind of failure once, until the resource can be read again. */
export class ReadFailureLog {
	readonly #log: Log;
	/** By resource. */
	readonly #kinds = new Map<string, Set<string>>();

	constructor(log: Log) {
		this.#log = log;
	}

	/** `user` is the user name of the resource's account, with the tilde. */
	didFail({ spelled, hookTarget }: Resource, user: string, error: unknown): void {
		const kinds = this.#kinds.get(spelled) ?? new Set();
		const kind = kindOf(error);
		if (kinds.has(kind)) return;
		this.#kinds.set(spelled, kinds.add(kind));
		this.#log.warn(`What has happened could not be read: ${nameOf(hookTarget, user)}`, error);
	}

	didRead({ spelled, hookTarget }: Resource, user: string): void {
		if (this.#kinds.delete(spelled))
			this.#log.info(`What has happened can be read again: ${nameOf(hookTarget, user)}`);
	}
}

function kindOf(error: unknown): string {
	if (error instanceof ForgeError) return error.kind;
	return error instanceof Error ? error.name : typeof error;
}

function nameOf(target: Watched['hookTarget'], user: string): string {
	const { kind, name } = nameOfTarget(target, user);
	return name.startsWith('~') ? `${kind} ${name}` : name;
}
