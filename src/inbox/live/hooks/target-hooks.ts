import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Webhook } from '../../../forge/shapes/webhooks.ts';
import { eventsOf, type Family, families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { needsUser } from '../polling/read-failures.ts';
import { callsOf, createHooks, type TargetCalls } from './create-hooks.ts';
import { allowedEvents, missingScopes } from './hook-events.ts';
import type { HookRecord, RecordedTarget } from './hook-record.ts';
import { hookSecrets, isHookAt, isOwnHook, tokenId } from './webhook-address.ts';

/** What the webhooks of a token have in common. */
export interface TokenHooks {
	/** The account with the session that has the token. Requests are sent with this token, even after the account has got a new one. */
	readonly account: Account;
	/** The key of this installation. */
	readonly key: string;
	readonly record: HookRecord;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** What is wanted of the webhooks of a target. */
export interface WantedHooks {
	readonly target: HookTarget;
	/** The address that the forge delivers to, and its secret part. */
	readonly url: string;
	readonly secret: string;
}

/**
 * The webhooks of a target that belong to this installation. They are recognized by their paths in the forge's list, also if an answer was
 * lost or another window has created them, so those of other programs and installations are left alone.
 */
export class TargetHooks {
	readonly target: HookTarget;
	readonly #token: TokenHooks;
	/** The address of `#ids`. Undefined until they are registered. */
	#url: string | undefined;
	#ids: readonly number[] = [];
	/** The webhooks at other addresses. They are removed once those at `#url` exist. */
	#others: readonly number[] = [];
	/** Whether there may be more, so that the forge is asked for its list first. */
	#mayHaveMore: boolean;
	/** Whether the forge may still be creating webhooks, because its answer is not known. */
	#isCreating = false;
	/** Whether this window has asked the forge to create some. */
	#wereRequested = false;
	#missing: readonly string[] = [];

	constructor(target: HookTarget, token: TokenHooks, mayHaveMore: boolean) {
		this.target = target;
		this.#token = token;
		this.#mayHaveMore = mayHaveMore;
	}

	/** Whether they are registered at an address. */
	areAt(url: string): boolean {
		return this.#url === url;
	}

	/** The events that the forge does not deliver. */
	get missing(): readonly string[] {
		return this.#missing;
	}

	/** Lets the next `register` ask the forge which ones exist. */
	doubt(): void {
		this.#mayHaveMore = true;
	}

	/**
	 * Creates missing webhooks, then removes those at other addresses. Returns `found` if the previous window has created all, and `lost` if the
	 * forge no longer listed some of this window. If another window takes over before the forge has answered, removes what was created, and returns
	 * undefined.
	 */
	async register(
		{ target, url }: WantedHooks,
		signal: AbortSignal,
	): Promise<'created' | 'found' | 'lost' | undefined> {
		const { account, record } = this.#token;
		const { token, scopes } = account.session;
		const { family } = target;
		const allowed = allowedEvents(family, scopes);
		if (allowed.length === 0) throw missingPermission(family, scopes ?? []);
		const calls = this.#callsOf(target, signal);
		if (this.#url !== url) {
			this.#others = [...this.#others, ...this.#ids];
			this.#ids = [];
			this.#url = undefined;
		}
		try {
			const listed = this.#mayHaveMore ? await this.#list(calls) : undefined;
			// An incomplete list does not show that webhooks known to this window are gone.
			if (listed?.isComplete === false && this.#ids.length > 0) return 'found';
			// A forge may show an address in another form, or none.
			const existing = listed?.own.filter((hook) => this.#ids.includes(hook.id) || isHookAt(hook, url)) ?? [];
			if (listed?.isComplete === false && existing.length === 0) throw notAllListed();
			const wereLost = listed !== undefined && (await this.#removeUnlisted(calls, existing));
			const refused = await record.refusedEvents(token, family);
			const accepted = allowed.filter((event) => !refused.includes(event));
			const events = accepted.length > 0 ? accepted : allowed;
			const created = await createHooks(calls, { family, url, events, existing });
			const hasExisted = (id: number) => existing.some((hook) => hook.id === id);
			this.#ids = created.hooks;
			this.#others = this.#others.filter((id) => !hasExisted(id));
			this.#isCreating = false;
			if (!(await record.isOwner())) {
				// The other window may use those that existed, so only new ones are removed.
				this.#ids = created.hooks.filter((id) => !hasExisted(id));
				this.#others = [];
				await this.#removeKnown(calls);
				await record.keep(token, target);
				return undefined;
			}
			if (created.refused.length > 0) await record.refuse(token, family, [...refused, ...created.refused]);
			this.#url = url;
			this.#missing = eventsOf(family).filter(
				(event) => !events.includes(event) || created.missing.includes(event),
			);
			this.#mayHaveMore = listed?.isComplete === false;
			for (const id of this.#others) await calls.remove(id);
			this.#others = [];
			await record.keep(token, target);
			if (listed?.isComplete && this.#seesAll) await record.removeOthers(token, target);
			if (wereLost) return 'lost';
			return this.#wereRequested ? 'created' : 'found';
		} catch (error) {
			if (error === takenOver) return undefined;
			const areKnown = this.#isCreating || this.#ids.length + this.#others.length > 0;
			// They are recorded even if another window has taken over: it may have removed others, but could not know these.
			if (areKnown) await record.keep(token, target);
			else if (!this.#mayHaveMore) await record.remove(token, target);
			throw error;
		}
	}

	/**
	 * Removes all of them. If the forge no longer has the target, they may have moved with it to a new name, so it stays recorded. Returns
	 * whether none are left.
	 */
	async remove(signal: AbortSignal): Promise<boolean> {
		const { record, account } = this.#token;
		if (account.connection.webhooks(this.target.family, account.session)) {
			const calls = this.#callsOf(this.target, signal);
			const wereKnown = this.#ids.length + this.#others.length > 0;
			this.#url = undefined;
			const areFound = await this.#removeKnown(calls);
			if (this.#mayHaveMore || !areFound) {
				const result = await this.#removeListed(calls);
				if (result === 'some left') return false;
				if (result === 'no target' && wereKnown) return true;
			}
		}
		if (this.#isCreating) return false;
		await record.remove(this.#seesAll ? undefined : account.session.token, this.target);
		return true;
	}

	/** Returns whether the forge had all of them. */
	async #removeKnown(calls: TargetCalls): Promise<boolean> {
		let areFound = true;
		for (const id of [...this.#ids, ...this.#others]) {
			areFound = (await calls.remove(id)) && areFound;
			this.#ids = this.#ids.filter((one) => one !== id);
			this.#others = this.#others.filter((other) => other !== id);
		}
		return areFound;
	}

	async #removeListed(calls: TargetCalls): Promise<'gone' | 'some left' | 'no target'> {
		try {
			const { isComplete } = await this.#list(calls);
			await this.#removeKnown(calls);
			return isComplete ? 'gone' : 'some left';
		} catch (error) {
			if (error instanceof ForgeError && error.kind === 'missing') return 'no target';
			throw error;
		}
	}

	/**
	 * Removes webhooks of this window that the forge does not list, before they are created again: if it has them nevertheless, it would deliver
	 * each event several times. Returns whether there were any.
	 */
	async #removeUnlisted(calls: TargetCalls, listed: readonly Webhook[]): Promise<boolean> {
		const lost = this.#ids.filter((id) => listed.every((hook) => hook.id !== id));
		for (const id of lost) await calls.remove(id);
		this.#ids = this.#ids.filter((id) => !lost.includes(id));
		if (lost.length > 0)
			this.#token.log.info(`Webhooks that the forge no longer lists are created again: ${lost.length}`);
		return lost.length > 0;
	}

	/**
	 * Finds those that exist. Their paths may be derived from a former name of the resource or, if this token sees the webhooks of other tokens,
	 * from one of those.
	 */
	async #list(calls: TargetCalls) {
		const { hooks, isComplete } = await calls.list();
		const { record, key, account, secrets } = this.#token;
		const { family } = this.target;
		const recorded = (await record.targets()).filter(({ target }) => target.family === family);
		const current = { token: tokenId(account.session.token), target: this.target };
		const paths = [current, ...recorded].flatMap(({ token, target }) => hookSecrets(key, token, target));
		for (const path of paths) secrets.add(path);
		const own = hooks.filter((hook) => this.#ids.includes(hook.id) || isOwnHook(hook, paths));
		this.#others = [...new Set([...this.#others, ...own.map(({ id }) => id)])].filter(
			(id) => !this.#ids.includes(id),
		);
		if (isComplete) this.#mayHaveMore = false;
		return { own, isComplete };
	}

	#callsOf(target: HookTarget, signal: AbortSignal): TargetCalls {
		const { account, record } = this.#token;
		const { connection, session } = account;
		const client = connection.webhooks(target.family, session);
		if (!client) throw new ForgeError('refused', 'The forge no longer has this service.');
		const calls = callsOf(client, target, signal);
		return {
			...calls,
			create: async (hook) => {
				// Recorded first, so that the next window finds it if the process ends.
				if (!(await record.begin(session.token, target))) throw takenOver;
				this.#isCreating = true;
				this.#wereRequested = true;
				const created = await calls.create(hook).catch((error: unknown) => {
					const isDone = error instanceof ForgeError && error.mayBeDone;
					this.#isCreating = isDone || !needsUser(error);
					this.#mayHaveMore ||= this.#isCreating;
					throw error;
				});
				this.#isCreating = false;
				return created;
			},
		};
	}

	get #seesAll(): boolean {
		return seesAll(this.#token.account, this.target.family);
	}
}

const takenOver = new Error('Another window registers the webhooks now');

/** Whether the token of an account can see the webhooks of a recorded target, and remove them. */
export const isVisible = ({ token, target }: RecordedTarget, account: Account): boolean =>
	token === tokenId(account.session.token) || seesAll(account, target.family);

/** In GraphQL, a personal token sees and may remove the webhooks of all tokens of its account. In REST, no token does. */
const seesAll = ({ session }: Account, family: Family): boolean =>
	session.method === 'token' && session.graphql?.includes(families[family].area) === true;

function missingPermission(family: Family, scopes: readonly string[]): ForgeError {
	const missing = missingScopes(family, scopes);
	const words = missing.length === 1 ? 'permission' : 'permissions';
	return new ForgeError('refused', `The token is missing the ${words} ${missing.join(', ')}.`);
}

const notAllListed = () =>
	new ForgeError(
		'refused',
		'The forge does not list all of its webhooks, so Tildeforge cannot tell whether its own exist.',
	);
