import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { ForgeError, unexpectedError } from '../../../forge/contract/errors.ts';
import { eventsOf, type Family, families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { WebhookClient } from '../../../signin/connections/connection.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { newHookSecret } from '../listener/hook-paths.ts';
import { canOnlyUserHelp, concernsServer } from '../polling/read-failures.ts';
import { callsOf, createHooks, removeHooks, type TargetCalls } from './create-hooks.ts';
import { allowedEvents, missingScopes } from './hook-events.ts';
import { type HookRecord, hookUrl, type Registrar } from './hook-record.ts';
import { HookRecords } from './hook-records.ts';
import type { HookStore } from './hook-store.ts';

const mostRemovals = 6;

interface RegisteredHooksOptions {
	/** The calls on the webhooks of a family. Undefined if the forge does not have its area. */
	readonly webhooks: (family: Family) => WebhookClient | undefined;
	readonly store: HookStore;
	/** Called when `records` has changed. */
	readonly didChange: () => void;
	readonly secrets: Secrets;
	readonly log: Log;
}

/**
 * Creates, checks and removes hooks, and remembers them. A record is stored before the forge is asked to create its hooks, so that they
 * are found by their unique address even if the answer is lost or the process ends.
 */
export class RegisteredHooks {
	readonly #options: RegisteredHooksOptions;
	readonly #records: HookRecords;

	constructor(options: RegisteredHooksOptions) {
		this.#options = options;
		this.#records = new HookRecords(options);
	}

	get records(): readonly HookRecord[] {
		return this.#records.all;
	}

	/** Whether another window has taken over, which now registers the hooks of this account. */
	get isSuperseded(): boolean {
		return this.#records.isSuperseded;
	}

	/** Takes over the records of the window that led before. */
	open(signal: AbortSignal): Promise<void> {
		return this.#records.open(signal);
	}

	/** Notices that another window has taken over, also if this one changes nothing. */
	checkHolder(): Promise<void> {
		return this.#records.checkHolder();
	}

	/**
	 * Creates the hooks of a target that has none, or completes an interrupted attempt. If only the user can change that the forge refuses
	 * them, that becomes the state of the record, and nothing is returned. Other failures are thrown.
	 */
	async register(
		target: HookTarget,
		registrar: Registrar,
		scopes: Session['scopes'],
		signal: AbortSignal,
	): Promise<HookRecord | undefined> {
		const { family } = target;
		const before = this.#records.find(target, registrar);
		const record = before
			? await this.#records.replace(before, { kind: 'creating' })
			: await this.#records.add({
					target,
					...registrar,
					secret: newHookSecret(),
					state: { kind: 'creating' },
				});
		if (!record) return undefined;
		const mayExist = before !== undefined && (before.state.kind !== 'refused' || before.state.mayExist);
		try {
			const allowed = allowedEvents(family, scopes);
			if (allowed.length === 0) throw missingPermission(family, scopes ?? []);
			// The forge has refused these for another target, so it is not asked for each of them again.
			const known = this.#records.missingFor(target, registrar);
			const wanted = allowed.filter((event) => !known.has(event));
			const events = wanted.length > 0 ? wanted : allowed;
			const calls = this.#callsOf(record, signal);
			const url = hookUrl(record);
			const existing = mayExist ? await hooksAt(calls, url) : [];
			const { hooks, refused } = await createHooks(calls, { family, url, events, existing });
			const missing = eventsOf(family).filter((event) => !events.includes(event) || refused.includes(event));
			const registered = await this.#records.replace(record, {
				kind: 'registered',
				hooks: [...hooks],
				missing,
				since: Date.now(),
				hasDelivered: false,
			});
			if (!registered) await removeHooks(calls, hooks);
			return registered;
		} catch (error) {
			if (!canOnlyUserHelp(error)) throw error;
			await this.#refuse(record, error, mayExist || (error instanceof ForgeError && error.mayBeDone));
			return undefined;
		}
	}

	/** Stops trying to register a target, because that has failed several times. The forge may have created hooks nevertheless. */
	async giveUp(target: HookTarget, registrar: Registrar, error: unknown): Promise<void> {
		const record = this.#records.find(target, registrar);
		if (record) await this.#refuse(record, error, true);
	}

	/** Asks the forge whether it still has the hooks of a record. If it has not, they are to be created again. */
	async check(checked: HookRecord, signal: AbortSignal): Promise<boolean> {
		const record = this.#records.current(checked);
		if (record?.state.kind !== 'registered') return false;
		const { hooks } = record.state;
		try {
			const calls = this.#callsOf(record, signal);
			const listed = new Set((await calls.list()).map(({ id }) => id));
			const lost = hooks.filter((id) => !listed.has(id));
			if (lost.length === 0) return true;
			this.#options.log.info(`Webhooks that the forge no longer lists are created again: ${lost.length}`);
			// A forge that does not list what it has would otherwise deliver more and more.
			await removeHooks(calls, lost);
			await this.#records.replace(record, { kind: 'creating' });
		} catch (error) {
			if (!canOnlyUserHelp(error)) throw error;
			await this.#refuse(record, error, true);
		}
		return false;
	}

	/** Removes the hooks of a record from the forge, as far as the current token can, and then the record. `token` is the id of the current token. */
	async remove(removed: HookRecord, token: string | undefined, signal: AbortSignal): Promise<void> {
		const record = this.#records.current(removed);
		if (!record) return;
		const areGone = await this.#removeFromForge(record, signal);
		if (areGone || record.token === token) await this.#records.remove(new Set([record.secret]));
		else await this.#records.keepForEarlierToken(record);
	}

	/**
	 * Removes all hooks and their records until `signal` is aborted. After a shutdown, the next leader removes the rest. After a sign-out,
	 * they end with their token. Returns whether the forge was asked about all of them.
	 */
	async removeAll(signal: AbortSignal): Promise<boolean> {
		// Another window may have taken over, and use them.
		if (!(await this.#records.areOwn())) return true;
		const removed = new Set<string>();
		/** Servers that cannot be reached. */
		const failed = new Set<string>();
		let areAllDone = true;
		await forEachConcurrently(this.records, mostRemovals, async (record) => {
			const { area } = families[record.target.family];
			if (record.state.kind === 'earlierToken') return;
			if (signal.aborted || failed.has(area)) {
				areAllDone = false;
				return;
			}
			try {
				await this.#removeFromForge(record, signal);
				// The forge may still be creating them, although the request was aborted.
				if (record.state.kind !== 'creating') removed.add(record.secret);
			} catch (error) {
				areAllDone = false;
				if (concernsServer(error)) failed.add(area);
				if (!signal.aborted) this.#options.log.warn('A webhook could not be removed', error);
			}
		});
		await this.#records.remove(removed);
		return areAllDone;
	}

	/** Remembers that the hooks of a record deliver. Returns whether that is new. */
	async setDelivered(delivering: HookRecord): Promise<boolean> {
		const record = this.#records.current(delivering);
		if (record?.state.kind !== 'registered' || record.state.hasDelivered) return false;
		return (await this.#records.replace(record, { ...record.state, hasDelivered: true })) !== undefined;
	}

	/** Returns whether they certainly no longer exist. */
	async #removeFromForge(record: HookRecord, signal: AbortSignal): Promise<boolean> {
		const { state, target } = record;
		if (state.kind === 'refused' && !state.mayExist) return true;
		if (!this.#options.webhooks(target.family)) return true;
		const calls = this.#callsOf(record, signal);
		if (state.kind === 'registered') return removeHooks(calls, state.hooks);
		await removeHooks(calls, await idsAt(calls, hookUrl(record)));
		return false;
	}

	#callsOf({ target }: HookRecord, signal: AbortSignal): TargetCalls {
		const client = this.#options.webhooks(target.family);
		if (!client) throw new ForgeError('refused', 'The forge no longer has this service.');
		return callsOf(client, target, signal);
	}

	#refuse(record: HookRecord, error: unknown, mayExist: boolean): Promise<HookRecord | undefined> {
		const { log } = this.#options;
		log.info(
			`The forge does not create webhooks (${record.target.family}), so it is asked for changes`,
			error,
		);
		return this.#records.replace(record, {
			kind: 'refused',
			reason: reasonOf(error, record),
			at: Date.now(),
			mayExist,
		});
	}
}

const hooksAt = async (calls: TargetCalls, url: string) =>
	(await calls.list()).filter((hook) => hook.url === url);

/** Another token sees none of them, and a deleted resource has none. */
async function idsAt(calls: TargetCalls, url: string): Promise<readonly number[]> {
	try {
		return (await hooksAt(calls, url)).map(({ id }) => id);
	} catch (error) {
		if (canOnlyUserHelp(error)) return [];
		throw error;
	}
}

function missingPermission(family: Family, scopes: readonly string[]): ForgeError {
	const missing = missingScopes(family, scopes);
	const words = missing.length === 1 ? 'permission' : 'permissions';
	return new ForgeError('refused', `The token is missing the ${words} ${missing.join(', ')}.`);
}

/**
 * What the user reads. A forge may repeat the hook's address, so its secret is masked. The default message of a `forbidden` error is about a
 * change that the user made, so it is replaced.
 */
function reasonOf(error: unknown, { secret }: HookRecord): string {
	if (!(error instanceof ForgeError)) return unexpectedError;
	const { kind, reasons, scopes, message } = error;
	const isUnexplained = kind === 'forbidden' && reasons.length + scopes.length === 0;
	return isUnexplained ? 'The forge does not allow webhooks.' : message.replaceAll(secret, '•••');
}
