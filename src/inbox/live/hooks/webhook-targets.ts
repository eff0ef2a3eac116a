import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { type Family, families } from '../../../forge/webhooks/families.ts';
import { jsonFormat, SharedFile } from '../../../platform/state/store/shared-file.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { type TokenId, targetKey, tokenId } from './webhook-address.ts';

// The keys of the table are the families.
const familyNames = Object.keys(families) as readonly Family[];

const shape = v.object({
	/** The `WebhookTargets` that has taken over last. */
	owner: v.string(),
	/** The newest last. */
	targets: v.array(
		v.object({
			token: v.custom<TokenId>((id) => typeof id === 'string'),
			family: v.picklist(familyNames),
			params: v.record(v.string(), v.string()),
		}),
	),
});
type Content = v.InferOutput<typeof shape>;

const none: Content = { owner: '', targets: [] };
// What another version has written is replaced.
const format = jsonFormat<Content>(shape, none);

/** The oldest targets are dropped, because nothing else removes those of a token that has expired. */
const maxTargets = 500;

/**
 * The targets at which an account may have webhooks, for all windows: a forge lists webhooks only by target. Only the window that has taken
 * over last adds targets and creates webhooks, so signing out in another window ends that.
 */
export class WebhookTargets {
	readonly #file: SharedFile<Content>;
	readonly #id = randomUUID();

	/** The file outlives the account's session, because the next one may have the same token. */
	constructor(storage: Storage, { instance, account }: Session, log: Log) {
		this.#file = new SharedFile({ storage, name: ['webhooks', `${instance} ${account}`], format, log });
	}

	/** Whether any window may have registered webhooks. */
	async exist(): Promise<boolean> {
		return (await this.#file.read()) !== undefined;
	}

	/**
	 * From now on, only this window creates webhooks of the account. Does nothing once `signal` is aborted, because the next window may have
	 * taken over by then. `former` are the targets of the token that this one replaces. Returns the targets of a token.
	 */
	async takeOver(
		token: string,
		signal: AbortSignal,
		former: readonly HookTarget[] = [],
	): Promise<readonly HookTarget[]> {
		const id = tokenId(token);
		const { targets } = await this.#file.change(({ targets: stored } = none) => {
			signal.throwIfAborted();
			return { owner: this.#id, targets: former.reduce((all, one) => withTarget(all, id, one), stored) };
		});
		return targets.filter((one) => one.token === id).map(({ family, params }) => ({ family, params }));
	}

	/** Whether no other window has taken over. */
	async isOwner(): Promise<boolean> {
		return (await this.#file.read())?.owner === this.#id;
	}

	/** Where there may be webhooks of a family, and with which tokens. */
	async ofFamily(
		family: Family,
	): Promise<readonly { readonly token: TokenId; readonly target: HookTarget }[]> {
		const targets = (await this.#file.read())?.targets ?? [];
		return targets
			.filter((one) => one.family === family)
			.map(({ token, params }) => ({ token, target: { family, params } }));
	}

	/** Returns false if another window has taken over, so that nothing was added. */
	add(token: string, target: HookTarget): Promise<boolean> {
		return this.#change((targets) => withTarget(targets, tokenId(token), target));
	}

	/** Returns false if another window has taken over, so that nothing was removed. */
	remove(token: string, removed: readonly HookTarget[]): Promise<boolean> {
		const removedKeys = new Set(removed.map(targetKey));
		const id = tokenId(token);
		return this.#change((targets) =>
			targets.filter((one) => one.token !== id || !removedKeys.has(targetKey(one))),
		);
	}

	/** Ends the ownership. Removes the file if it has no targets. */
	async release(): Promise<void> {
		await this.#file.change((content) => {
			if (content?.owner !== this.#id) return content;
			return content.targets.length === 0 ? undefined : { ...content, owner: '' };
		});
	}

	async #change(change: (targets: Content['targets']) => Content['targets']): Promise<boolean> {
		const content = await this.#file.change((stored) =>
			stored?.owner === this.#id ? { ...stored, targets: change(stored.targets) } : stored,
		);
		return content?.owner === this.#id;
	}
}

type Entry = Content['targets'][number];
const isSame = (one: Entry, other: Entry) => one.token === other.token && targetKey(one) === targetKey(other);

function withTarget(targets: readonly Entry[], token: TokenId, { family, params }: HookTarget): Entry[] {
	const added = { token, family, params };
	return [...targets.filter((one) => !isSame(one, added)), added].slice(-maxTargets);
}
