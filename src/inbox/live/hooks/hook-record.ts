import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { isRecent, sleep, timeOfDay } from '../../../base/clock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { type Family, families } from '../../../forge/webhooks/families.ts';
import { jsonFormat, SharedFile } from '../../../platform/state/store/shared-file.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';
import type { AccountName } from '../../../signin/sessions/session.ts';
import { type TokenId, targetKey, tokenId } from './webhook-address.ts';

// The keys of the table are the families.
const familyNames = Object.keys(families) as readonly Family[];
const Token = v.custom<TokenId>((id) => typeof id === 'string');

const shape = v.object({
	/** The `HookRecord` that has taken over last. */
	owner: v.string(),
	/** The newest last. */
	targets: v.array(
		v.object({
			token: Token,
			family: v.picklist(familyNames),
			params: v.record(v.string(), v.string()),
			isCreating: v.optional(v.boolean()),
		}),
	),
	/** The events that the forge does not have, or does not let a token subscribe to. */
	refused: v.optional(
		v.array(
			v.object({
				token: Token,
				family: v.picklist(familyNames),
				events: v.array(v.string()),
				at: v.number(),
			}),
		),
		[],
	),
	/** Whether what was recorded is lost, because the file was damaged, so that there may be webhooks anywhere. */
	isLost: v.optional(v.boolean()),
	/** The token of the first window that has noticed that. */
	lostWith: v.optional(Token),
});
type Content = v.InferOutput<typeof shape>;

const emptyContent: Content = { owner: '', targets: [], refused: [] };
const format = jsonFormat<Content>(shape, { ...emptyContent, isLost: true });

/** A target at which there may be webhooks with a path that is derived from a token. */
export interface RecordedTarget {
	readonly token: TokenId;
	readonly target: HookTarget;
	/** Whether a window is just creating webhooks there, or was killed meanwhile. */
	readonly isCreating: boolean;
}

/** The oldest targets are dropped, because a token that has expired cannot remove its webhooks. */
const maxTargets = 500;
/** The forge may have been upgraded since it has refused an event. */
const refusedMs = 7 * 24 * 60 * 60_000;
/** How often to look whether other windows are done. One that was killed will never be. */
const maxLooks = 20;
const lookMs = 50;

/**
 * Where an account may have webhooks, for all windows, because a forge lists webhooks only by target. A target is recorded before a webhook is
 * created, so a target without a record has none, which takes no request. Only the window that has taken over last creates webhooks, so a
 * sign-out in another window ends the creation.
 */
export class HookRecord {
	readonly #file: SharedFile<Content>;
	readonly #id = randomUUID();

	/** The file outlives the account's session, because webhooks may do so too. */
	constructor(storage: Storage, { instance, account }: AccountName, log: Log) {
		this.#file = new SharedFile({ storage, name: ['webhooks', `${instance} ${account}`], format, log });
	}

	/** Whether any window may have registered webhooks. */
	async exists(): Promise<boolean> {
		return (await this.#file.read()) !== undefined;
	}

	/**
	 * From now on, only this window creates webhooks of the account, with this token. Does nothing once `signal` is aborted, because the next
	 * window may have taken over. Returns false if the record is lost, so that there may be webhooks anywhere. The loss is remembered until
	 * another token takes over: the previous token has ended, and no other token finds its webhooks.
	 */
	async takeOver(token: string, signal: AbortSignal): Promise<boolean> {
		const id = tokenId(token);
		let wasLost = false;
		await this.#file.change(({ isLost = false, lostWith = id, ...known } = emptyContent) => {
			signal.throwIfAborted();
			wasLost = isLost;
			return { ...known, owner: this.#id, ...(isLost && lostWith === id && { isLost, lostWith }) };
		});
		return !wasLost;
	}

	/** Whether no other window has taken over. */
	async isOwner(): Promise<boolean> {
		return (await this.#file.read())?.owner === this.#id;
	}

	async targets(): Promise<readonly RecordedTarget[]> {
		const { targets } = (await this.#file.read()) ?? emptyContent;
		return targets.map(({ token, family, params, isCreating = false }) => ({
			token,
			isCreating,
			target: { family, params },
		}));
	}

	/** The events of a family that the forge has lately refused to a token. */
	async refusedEvents(token: string, family: Family): Promise<readonly string[]> {
		const { refused } = (await this.#file.read()) ?? emptyContent;
		const known = refused.find(isOf(tokenId(token), family));
		return known && isRecent(known.at, refusedMs) ? known.events : [];
	}

	/** Records that webhooks are created at a target from now on. Returns false if another window has taken over. */
	begin(token: string, target: HookTarget): Promise<boolean> {
		return this.#changeIfOwner((content) => withTarget(content, token, target, { isCreating: true }));
	}

	/** Records that none are being created at a target, but that there may be some, whichever window has taken over. */
	async keep(token: string, target: HookTarget): Promise<void> {
		await this.#file.change((content = emptyContent) => withTarget(content, token, target));
	}

	/** Waits for the windows that are just creating webhooks: when they notice that another one has taken over, they remove these. */
	async settled(signal: AbortSignal): Promise<void> {
		for (let nth = 0; nth < maxLooks; nth++) {
			if ((await this.targets()).every(({ isCreating }) => !isCreating)) return;
			await sleep(lookMs, signal);
		}
	}

	/** Records that there are no webhooks of a token at a target; of any token if it is undefined. */
	async remove(token: string | undefined, target: HookTarget): Promise<void> {
		const id = token === undefined ? undefined : tokenId(token);
		await this.#remove(target, (one) => id === undefined || one === id);
	}

	/** Records that there are no webhooks of other tokens at a target. */
	async removeOthers(token: string, target: HookTarget): Promise<void> {
		await this.#remove(target, (one) => one !== tokenId(token));
	}

	async refuse(token: string, family: Family, events: readonly string[]): Promise<void> {
		const id = tokenId(token);
		await this.#changeIfOwner(({ refused, ...rest }) => ({
			...rest,
			refused: [
				...refused.filter((one) => one.token === id && one.family !== family),
				...(events.length > 0 ? [{ token: id, family, events: [...events], at: timeOfDay() }] : []),
			],
		}));
	}

	/** Removes the file if there are no webhooks. */
	async clear(): Promise<void> {
		await this.#file.change((content) => {
			const isNeeded = content?.owner !== this.#id || content.targets.length > 0 || content.isLost;
			return isNeeded ? content : undefined;
		});
	}

	async #remove(target: HookTarget, isGone: (token: TokenId) => boolean): Promise<void> {
		const name = targetKey(target);
		await this.#changeIfOwner(({ targets, ...rest }) => ({
			...rest,
			targets: targets.filter((one) => targetKey(one) !== name || !isGone(one.token)),
		}));
	}

	/** Returns false, and changes nothing, if another window has taken over. */
	async #changeIfOwner(change: (content: Content) => Content): Promise<boolean> {
		let isOwner = false;
		await this.#file.change((content) => {
			isOwner = content?.owner === this.#id;
			return content && isOwner ? change(content) : content;
		});
		return isOwner;
	}
}

type Entry = Content['targets'][number];

const isOf =
	(id: TokenId, family: Family) =>
	(one: { readonly token: TokenId; readonly family: Family }): boolean =>
		one.token === id && one.family === family;

function withTarget(
	content: Content,
	token: string,
	{ family, params }: HookTarget,
	state: { readonly isCreating?: true } = {},
): Content {
	const { targets, ...rest } = content;
	const added: Entry = { token: tokenId(token), family, params, ...state };
	const isSame = (one: Entry) => one.token === added.token && targetKey(one) === targetKey(added);
	const known = targets.find(isSame);
	if (known && known.isCreating === state.isCreating) return content;
	const others = targets.filter((one) => !isSame(one));
	return { ...rest, targets: [...others, added].slice(-maxTargets) };
}
