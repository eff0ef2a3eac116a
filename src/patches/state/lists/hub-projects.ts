import * as v from 'valibot';
import { abortable } from '../../../base/abort.ts';
import { isRecent, sleep, timeLimit, timeOfDay } from '../../../base/clock.ts';
import { FailurePauses } from '../../../base/failure-pauses.ts';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { once } from '../../../base/once.ts';
import { SharedCalls } from '../../../base/shared-calls.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { hubRows } from '../../../forge/rows/hub.ts';
import { HubProject } from '../../../forge/shapes/hub.ts';
import { createValueStore } from '../../../platform/state/cache/value-store.ts';

interface HubProjectsOptions {
	/** Undefined if the account has no hub that it may ask. */
	readonly hub: () => Client<typeof hubRows> | undefined;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	readonly log: Log;
	readonly timeoutMs?: number;
}

interface ReadOptions {
	readonly signal?: AbortSignal | undefined;
	/** The longest time to wait for a slow hub. */
	readonly waitMs?: number | undefined;
}

const validMs = 86_400_000;
/** The shortest pause after a failure of the hub. */
const pauseMs = 600_000;
const maxOwners = 100;

const Answers = v.record(v.string(), v.object({ projects: v.array(HubProject), at: v.number() }));
type Answers = v.InferOutput<typeof Answers>;

/** The projects of users, as an account sees them on the hub of its forge. Without a hub, or if it fails, users have none. */
export class HubProjects {
	readonly #options: HubProjectsOptions;
	readonly #store;
	readonly #reads = new SharedCalls<string, readonly HubProject[]>();
	#answers: Answers = {};
	readonly #pauses = new FailurePauses(pauseMs);
	#hasReported = false;

	constructor(options: HubProjectsOptions) {
		const { cache, log } = options;
		this.#options = options;
		this.#store = createValueStore({ storage: cache, name: ['hub-projects'], shape: Answers, log });
	}

	readonly #open = once(() => this.#load());

	/** Merges the newer answers that other windows have stored. */
	async #load(): Promise<void> {
		const stored = Object.entries((await this.#store.load())?.value ?? {});
		const newer = stored.filter(([owner, { at }]) => at > (this.#answers[owner]?.at ?? 0));
		this.#answers = { ...this.#answers, ...Object.fromEntries(newer) };
	}

	/** What is known without a request; undefined if the hub has to be asked. `mayBeOld`: whether its last answer counts, however old it is. */
	async known(owner: string, { mayBeOld = false } = {}): Promise<readonly HubProject[] | undefined> {
		if (!this.#options.hub()) return [];
		await this.#open();
		const answer = this.#answers[owner];
		if (answer && (mayBeOld || isRecent(answer.at, validMs))) return answer.projects;
		return this.#pauses.isPaused('all') ? (answer?.projects ?? []) : undefined;
	}

	/**
	 * If the hub takes longer than `waitMs`, returns what was known, and the next call has the answer. Rejects only with the signal's reason.
	 */
	async read(owner: string, { signal, waitMs }: ReadOptions = {}): Promise<readonly HubProject[]> {
		const known = await this.known(owner);
		signal?.throwIfAborted();
		if (known) return known;
		const old = this.#answers[owner]?.projects ?? [];
		// The request goes on without its callers. Otherwise a hub that is slow would be asked again and again.
		const answer = this.#reads.join(owner, () => this.#ask(owner));
		const inTime = waitMs === undefined ? answer : Promise.race([answer, sleep(waitMs).then(() => old)]);
		return signal ? abortable(inTime, signal) : inTime;
	}

	async #ask(owner: string): Promise<readonly HubProject[]> {
		const { hub, log, timeoutMs = 5000 } = this.#options;
		await this.#load();
		const current = await this.known(owner);
		if (current) return current;
		const old = this.#answers[owner]?.projects ?? [];
		const timeUp = timeLimit(timeoutMs);
		try {
			const answer = await hub()?.projects({ owner }, { signal: timeUp });
			if (answer) await this.#keep(owner, answer.projects);
			return answer?.projects ?? old;
		} catch (error) {
			const isForgeError = error instanceof ForgeError;
			if (!(isForgeError || timeUp.aborted)) throw error;
			// A user who has never used the hub has no projects.
			if (isForgeError && error.kind === 'missing') {
				await this.#keep(owner, []);
				return [];
			}
			this.#pauses.begin('all');
			if (!this.#hasReported) log.info('The projects of the hub could not be read', error);
			this.#hasReported = true;
			return old;
		}
	}

	async #keep(owner: string, projects: HubProject[]): Promise<void> {
		await this.#load();
		const { [owner]: _, ...others } = this.#answers;
		const at = timeOfDay();
		this.#answers = {
			...Object.fromEntries(Object.entries(others).slice(1 - maxOwners)),
			[owner]: { projects, at },
		};
		await this.#store.save({ value: this.#answers, asOf: at });
	}
}
