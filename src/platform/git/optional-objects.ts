import { isAbort } from '../../base/abort.ts';
import { FailurePauses } from '../../base/failure-pauses.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { CloneObjects, ReadObject } from './objects.ts';

/** How long a source that has failed is not asked again, because a failure can take until its time limit. */
const pauseMs = 60_000;

/** The objects of a source that other sources can replace. If the source fails, its objects count as missing. */
export class OptionalObjects implements CloneObjects {
	readonly #source: CloneObjects;
	readonly #onFailure: (error: ForgeError) => void;
	readonly #pauses = new FailurePauses(pauseMs);

	constructor(source: CloneObjects, onFailure: (error: ForgeError) => void) {
		this.#source = source;
		this.#onFailure = onFailure;
	}

	readonly tree: CloneObjects['tree'] = (id, options) =>
		this.#ask(options, () => this.#source.tree(id, options));

	readonly rootTree: CloneObjects['rootTree'] = (commit, options) =>
		this.#ask(options, () => this.#source.rootTree(commit, options));

	readonly blob: CloneObjects['blob'] = (id, options) =>
		this.#ask(options, () => this.#source.blob(id, options));

	readonly commit: CloneObjects['commit'] = (id, options) =>
		this.#ask(options, () => this.#source.commit(id, options));

	readonly findBlob: CloneObjects['findBlob'] = (abbreviated, options) =>
		this.#ask(options, () => this.#source.findBlob(abbreviated, options));

	readonly log: CloneObjects['log'] = (commit, options) =>
		this.#ask(options, () => this.#source.log(commit, options));

	readonly logEntries: CloneObjects['logEntries'] = (commit, options) =>
		this.#ask(options, () => this.#source.logEntries(commit, options));

	readonly distance: CloneObjects['distance'] = (one, other, options) =>
		this.#ask(options, () => this.#source.distance(one, other, options));

	async #ask<T>(options: ReadObject | undefined, read: () => Promise<T | undefined>): Promise<T | undefined> {
		if (this.#pauses.isPaused('all')) return undefined;
		try {
			return await read();
		} catch (error) {
			if (options?.signal?.aborted) throw error;
			// The source was closed, for example because the folder has left the workspace.
			if (isAbort(error)) return undefined;
			if (!(error instanceof ForgeError)) throw error;
			// Requests that ran at the same time report the same failure.
			if (!this.#pauses.isPaused('all')) this.#onFailure(error);
			this.#pauses.begin('all');
			return undefined;
		}
	}
}
