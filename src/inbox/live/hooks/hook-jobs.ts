import { ForgeError } from '../../../forge/contract/errors.ts';
import { families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { withJitter } from '../polling/read-failures.ts';
import type { HookProofs } from './hook-proofs.ts';
import { type HookRecord, type Registrar, spellTarget } from './hook-record.ts';
import type { Job } from './paced-jobs.ts';
import type { RegisteredHooks } from './registered-hooks.ts';

export interface JobPace {
	/** The forge is asked whether it still has hooks that have delivered nothing for this time. */
	readonly checkMs: number;
	/** What the forge has refused is tried again at the latest after this time. */
	readonly rarelyMs: number;
	/** The wait after the second time that the forge has lost hooks. Doubles each time. */
	readonly lostMs: number;
}

export type NamedJob = readonly [name: string, job: Job, delayMs: number];

interface HookJobsOptions {
	readonly hooks: RegisteredHooks;
	readonly proofs: HookProofs;
	readonly pace: JobPace;
	readonly random: () => number;
	/** Of the current token. */
	readonly scopes: () => Session['scopes'];
}

/** After this many server errors in succession, a target is reported as refused. */
const mostServerErrors = 3;

const ranks = { register: 0, remove: 1, check: 2 };

/** The areas of a forge are different servers. */
export const serverOf = ({ family }: HookTarget): string => families[family].area;

/** Contains the registrar, so that waiting after a failure ends when it changes. */
export const registerName = (target: HookTarget, { address, token }: Registrar): string =>
	['register', address, token, target.sync ? 'sync' : '', spellTarget(target)].join(' ');

/** What is done with the hooks of a target, and when. */
export class HookJobs {
	readonly #options: HookJobsOptions;

	constructor(options: HookJobsOptions) {
		this.#options = options;
	}

	register(target: HookTarget, registrar: Registrar, delayMs = 0): NamedJob {
		const { hooks, proofs, scopes } = this.#options;
		const run = async (signal: AbortSignal, failures: number) => {
			try {
				const record = await hooks.register(target, registrar, scopes(), signal);
				if (!record) return;
				proofs.wereCreated(record);
				// The first delivery may arrive before the answer.
				if (proofs.deliveredAt(record) !== undefined) await hooks.setDelivered(record);
			} catch (error) {
				const isServerError = error instanceof ForgeError && error.kind === 'surprise';
				if (signal.aborted || !isServerError || failures + 1 < mostServerErrors) throw error;
				await hooks.giveUp(target, registrar, error);
			}
		};
		const job = { server: serverOf(target), rank: ranks.register, run };
		return [registerName(target, registrar), job, delayMs];
	}

	/** What is to be done next for a record that is kept. */
	next(record: HookRecord): NamedJob {
		const { state, target } = record;
		const { proofs, pace, random } = this.#options;
		if (state.kind === 'creating' || state.kind === 'earlierToken')
			return this.register(target, record, this.#lossWaitMs(record));
		if (state.kind === 'refused') {
			const at = state.at + withJitter(pace.rarelyMs, random());
			return this.register(target, record, at - Date.now());
		}
		const proof = proofs.provenAt(record);
		const delayMs = proof === undefined ? 0 : proof + withJitter(pace.checkMs, random()) - Date.now();
		const run = (signal: AbortSignal) => this.#check(record, signal);
		const job = { server: serverOf(target), rank: ranks.check, run };
		return [`check ${record.secret}`, job, delayMs];
	}

	/** `token` is the id of the current token. */
	remove(record: HookRecord, token: string | undefined, delayMs: number): NamedJob {
		const run = (signal: AbortSignal) => this.#options.hooks.remove(record, token, signal);
		const job = { server: serverOf(record.target), rank: ranks.remove, run };
		return [`remove ${record.secret}`, job, delayMs];
	}

	async #check(record: HookRecord, signal: AbortSignal): Promise<void> {
		const { hooks, proofs, pace } = this.#options;
		const proof = proofs.provenAt(record);
		// They have delivered meanwhile.
		if (proof !== undefined && Date.now() - proof < pace.checkMs) return;
		if (await hooks.check(record, signal)) proofs.wereListed(record);
		else proofs.wereLost(record);
	}

	/** The first loss may have any cause. If there are more, the forge does not keep hooks, or does not list them. */
	#lossWaitMs(record: HookRecord): number {
		const { proofs, pace } = this.#options;
		const losses = proofs.lossesOf(record);
		return losses < 2 ? 0 : Math.min(pace.rarelyMs, pace.lostMs * 2 ** (losses - 2));
	}
}
