import { randomUUID } from 'node:crypto';
import { background } from '../../base/background.ts';
import type { Area, EventBody, EventName, Family } from '../../forge/webhooks/families.ts';
import type { Caller } from './accounts.ts';
import { timestamp } from './delivery.ts';
import { DeliverySender } from './delivery-sender.ts';
import type { Quirk } from './drift.ts';
import { type HookRegistry, hookRoutes } from './hook-routes.ts';
import { type Hook, type HookTarget, idOfTarget, partsOf, readTarget, type Values } from './hook-target.ts';
import type { HooksState } from './hooks-state.ts';
import type { Route } from './serve.ts';
import type { EventDetails } from './stored-query.ts';

export interface HooksOptions {
	readonly state: HooksState;
	readonly changed: () => void;
	readonly drift: ReadonlySet<Quirk>;
	/** Whether a token is still valid. */
	readonly isTokenValid: (token: string) => boolean;
	/** Delays in milliseconds before each retry of a delivery that was answered 502, 503 or 504. */
	readonly retries: readonly number[];
	/** Throws a `Refusal` if the caller may not see the resource that the parameters name. */
	readonly check: (family: Family, params: Record<string, string>, caller: Caller) => void;
	/** Whether the holder of a token may still see a hook's resource. By default, always. */
	readonly maySee?: (family: Family, params: Record<string, string>, token: string) => boolean;
	/** Whether a hook may use an address. By default, any. */
	readonly mayReach?: (url: string) => boolean;
	/** The `~name` of an owner, whichever form a path uses. By default, the owner as given. */
	readonly canonicalOwner?: (owner: string) => string;
	readonly now?: () => Date;
	/** How many milliseconds a listener has to answer. */
	readonly timeoutMs?: number;
}

/** Fields that real servers leave out of payloads, although the endpoints have them. */
const omittedFields: ReadonlySet<string> = new Set([
	'updated',
	'permissions',
	'default_permissions',
	'labels',
	'assignees',
	'by_user',
	'from_ticket',
	'replies',
	'participants',
	'cover_letter',
]);

/** Events that real servers sometimes deliver twice. */
const deliveredTwice: ReadonlySet<string> = new Set(['event:create', 'post:received']);

/** The webhooks of a forge, and which of them receive an event. */
export class Hooks {
	readonly registry: HookRegistry;
	/** Sends the deliveries. */
	readonly sender: DeliverySender;
	readonly #options: Required<HooksOptions>;

	constructor(options: HooksOptions) {
		this.#options = {
			canonicalOwner: (owner) => owner,
			maySee: () => true,
			mayReach: () => true,
			now: () => new Date(),
			timeoutMs: 5000,
			...options,
		};
		const { state } = options;
		this.registry = {
			all: () => state.hooks,
			mayReach: this.#options.mayReach,
			add: (hook) => this.#add(hook),
			remove: (hook) => this.#forget([hook]),
			deliveriesOf: ({ id }) => state.deliveries[id] ?? [],
			redeliver: (hook, { id, event, payload }) => {
				if (!this.#mayReceive(hook)) return false;
				background(this.sender.send(hook, id, event, payload));
				return true;
			},
		};
		this.sender = new DeliverySender({ ...this.#options, mayReceive: (hook) => this.#mayReceive(hook) });
	}

	/**
	 * The endpoints of all families of an area. They precede its other routes, because `webhooks` could be a user's
	 * name.
	 */
	routes(area: Area): Route[] {
		return hookRoutes(area, { ...this.#options, registry: this.registry });
	}

	/**
	 * Delivers an event to every hook of the target that subscribes to it. Returns immediately; `settled` waits.
	 */
	emit<F extends Family, E extends EventName<F>>(
		family: F,
		target: HookTarget<F>,
		event: E,
		body: EventBody<F, E>,
		{ audience = () => true, records }: EventDetails = {},
	): void {
		const subscribed = this.#subscribed(family, target, event);
		const isBlocked = this.#isBlocked(subscribed);
		const recipients = subscribed
			.filter((hook) => this.#mayReceive(hook))
			.filter(
				({ sync, token, query }) =>
					!sync && audience(token) && (query === undefined || (records && !isBlocked)),
			);
		if (recipients.length === 0) return;
		const whole = this.#serialize(body);
		const twice = this.#options.drift.has('event-delivered-twice') && deliveredTwice.has(event);
		const id = randomUUID();
		for (const hook of twice ? [...recipients, ...recipients] : recipients) {
			const isInGraphql = records && hook.query !== undefined;
			if (isInGraphql) this.sender.sendAnswer(hook, { id, event, records });
			else background(this.sender.send(hook, randomUUID(), event, whole));
		}
	}

	/** Delivers an event to the hooks that a push waits for. Returns their answers. */
	async emitSync<F extends Family, E extends EventName<F>>(
		family: F,
		target: HookTarget<F>,
		event: E,
		body: EventBody<F, E>,
	): Promise<string[]> {
		const whole = this.#serialize(body);
		const waiting = this.#subscribed(family, target, event).filter(
			(hook) => hook.sync && this.#mayReceive(hook),
		);
		const delivered = await Promise.all(
			waiting.map((hook) => this.sender.send(hook, randomUUID(), event, whole)),
		);
		return delivered.map(({ response }) => response).filter((response) => response !== '');
	}

	/** Resolves once every emitted event is delivered or given up. */
	settled(): Promise<void> {
		return this.sender.settled();
	}

	/** Moves the hooks of a renamed resource, and of the resources inside it, to its new name. */
	moveHooks<F extends Family>(_family: F, from: HookTarget<F>, to: HookTarget<F>): void {
		const before = partsOf(from);
		for (const hook of this.#below(from)) {
			const rest = hook.place.split('&').filter((part) => !before.includes(part));
			hook.place = [...partsOf(to), ...rest].sort().join('&');
		}
		this.#options.changed();
	}

	/**
	 * Removes the hooks of a deleted resource, and of the resources inside it. A later resource of the same name starts
	 * without hooks.
	 */
	removeHooks<F extends Family>(_family: F, target: HookTarget<F>): void {
		this.#forget(this.#below(target));
	}

	#below(target: Values): readonly Hook[] {
		const parts = partsOf(target);
		return this.#options.state.hooks.filter((hook) => {
			const hookParts = hook.place.split('&');
			return parts.every((part) => hookParts.includes(part));
		});
	}

	#forget(removed: readonly Hook[]): void {
		const { state, changed } = this.#options;
		state.hooks = state.hooks.filter((hook) => !removed.includes(hook));
		for (const { id } of removed) delete state.deliveries[id];
		changed();
	}

	/** Real servers also deliver a ticket's events to the hooks of its tracker, but not to those of its owner. GraphQL always does. */
	#subscribed(family: Family, target: Values, event: string): Hook[] {
		const { state, drift } = this.#options;
		const isTicketEvent = event === 'event:create';
		const onTracker = ({ query }: Hook) =>
			isTicketEvent && (query !== undefined || drift.has('event-on-tracker'));
		const { ticket: _, ...tracker } = target;
		return state.hooks.filter(
			(hook) =>
				((hook.family === family && hook.place === idOfTarget(target)) ||
					(onTracker(hook) &&
						family === 'ticket' &&
						hook.family === 'tracker' &&
						hook.place === idOfTarget(tracker))) &&
				!(onTracker(hook) && hook.family === 'trackersUser') &&
				hook.events.includes(event),
		);
	}

	/** Whether the delivery to one of these hooks cannot be prepared, which keeps those in GraphQL from all of them. */
	#isBlocked(hooks: readonly Hook[]): boolean {
		const { drift, isTokenValid } = this.#options;
		const isBad = ({ query, token }: Hook) => query !== undefined && !isTokenValid(token);
		return drift.has('hook-of-another-blocks') && hooks.some(isBad);
	}

	/**
	 * Whether the hook's token is still valid and may still see the resource, which may have become private. The
	 * address counts, too: a port that belonged to another program may now belong to the forge.
	 */
	#mayReceive({ family, place, token, url }: Hook): boolean {
		const { isTokenValid, maySee, mayReach } = this.#options;
		return isTokenValid(token) && maySee(family, readTarget(place), token) && mayReach(url);
	}

	/** Adds a hook, and removes hooks whose tokens are no longer valid. */
	#add(newHook: Omit<Hook, 'id' | 'created'>): Hook {
		const { state, now, drift, isTokenValid } = this.#options;
		if (!drift.has('hook-of-another-blocks'))
			this.#forget(state.hooks.filter((hook) => !isTokenValid(hook.token)));
		const hook: Hook = { id: state.next++, created: timestamp(now()), ...newHook };
		state.hooks.push(hook);
		this.#options.changed();
		return hook;
	}

	#serialize(body: object): string {
		if (!this.#options.drift.has('payload-misses-fields')) return JSON.stringify(body);
		return JSON.stringify(
			Object.fromEntries(Object.entries(body).filter(([name]) => !omittedFields.has(name))),
		);
	}
}
