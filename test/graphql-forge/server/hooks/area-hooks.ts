import { GraphQLError, Kind, parse, validate } from 'graphql';
import type { Family } from '../../../../src/forge/webhooks/families.ts';
import { contractName } from '../../../../src/forge/webhooks/graphql-events.ts';
import type { AreaName, GraphqlParts } from '../../../../src/sandbox/graphql-api.ts';
import { type Hook, idOfTarget } from '../../../../src/sandbox/server/hook-target.ts';
import { firstPage, type Page } from '../cursors.ts';
import { queryError } from '../errors.ts';
import { allows } from '../grants.ts';
import type { Call } from '../resolvers.ts';
import { readSchema } from '../schema.ts';
import { type HookType, isSupported, kindOf } from './hook-events.ts';

/** The source of a `WebhookSubscription`. */
export type HookSource = Hook & { readonly __typename: HookType };

export interface HookConfig {
	readonly url: string;
	readonly events: readonly string[];
	readonly query: string;
}

const types: Readonly<Record<Family, HookType>> = {
	listsUser: 'UserWebhookSubscription',
	list: 'MailingListWebhookSubscription',
	repositoriesUser: 'UserWebhookSubscription',
	repository: 'GitWebhookSubscription',
	trackersUser: 'UserWebhookSubscription',
	tracker: 'TrackerWebhookSubscription',
	ticket: 'TicketWebhookSubscription',
};

/** What servers call the hooks of a family in errors. */
const words: Readonly<Record<Family, string>> = {
	listsUser: 'user',
	list: 'mailing list',
	repositoriesUser: 'user',
	repository: 'git',
	trackersUser: 'user',
	tracker: 'tracker',
	ticket: 'ticket',
};

type Target = Readonly<Record<string, string | number>>;

/** The hooks of an area. */
export class AreaHooks {
	readonly #parts: GraphqlParts;
	readonly #area: AreaName;
	readonly #service: string;

	constructor(parts: GraphqlParts, area: AreaName, service: string) {
		this.#parts = parts;
		this.#area = area;
		this.#service = service;
	}

	/** The oldest first. Those beyond the first page cannot be reached. */
	page(family: Family, target: Target, call: Call): Page<HookSource> {
		return firstPage(this.#visible(family, call, target));
	}

	/** Without a target, any hook of the family. */
	find(family: Family, target: Target | undefined, id: number, call: Call): HookSource {
		const found = this.#visible(family, call, target).find((hook) => hook.id === id);
		// Servers give this error no code.
		if (!found) throw new GraphQLError(`No ${words[family]} webhook by ID ${id} found for this user`);
		return found;
	}

	create(family: Family, target: Target, { url, events, query }: HookConfig, call: Call): HookSource {
		const { registry } = this.#parts.hooks;
		const invalid = (message: string, field: string) => queryError(message, 'ERR_INVALID_INPUT', field);
		if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw invalid('Invalid URL', 'url');
		if (!registry.mayReach(url)) {
			throw invalid('URL must lead to this machine, and not to the forge itself.', 'url');
		}
		if (events.length === 0) throw invalid('Must specify at least one event', 'events');
		for (const event of events) {
			if (!isSupported(types[family], event)) throw invalid(`Unsupported event ${event}`, 'events');
			if (!allows(call.grants, this.#service, { scope: kindOf(event).scope, access: 'RO' })) {
				throw queryError(`Insufficient access granted for webhook event ${event}`, 'ERR_ACCESS_DENIED');
			}
		}
		const problem = this.#problemOf(query);
		if (problem !== undefined) throw invalid(`Error validating webhook query: ${problem}`, 'query');
		const hook = registry.add({
			family,
			place: idOfTarget(target),
			events: [...new Set(events)].map((event) => contractName(family, event)),
			...{ url, query, sync: false, token: call.caller.token.value },
		});
		return { __typename: types[family], ...hook };
	}

	remove(family: Family, id: number, call: Call): HookSource {
		const hook = this.find(family, undefined, id, call);
		const { registry } = this.#parts.hooks;
		const stored = registry.all().find((one) => one.id === id);
		if (stored) registry.remove(stored);
		return hook;
	}

	/** A personal token sees the hooks of all programs of its account, and the token of a program only its own. */
	#visible(family: Family, { caller }: Call, target?: Target): readonly HookSource[] {
		const { hooks, accounts } = this.#parts;
		const isVisible = (hook: Hook): boolean => {
			const creator = accounts.hookCaller(hook.token);
			if (creator?.account.name !== caller.account.name) return false;
			return caller.token.client === null || caller.token.value === hook.token;
		};
		return hooks.registry
			.all()
			.filter((hook) => hook.query !== undefined && hook.family === family && isVisible(hook))
			.filter(({ place }) => target === undefined || place === idOfTarget(target))
			.map((hook) => ({ __typename: types[family], ...hook }));
	}

	#problemOf(query: string): string | undefined {
		try {
			const document = parse(query);
			const isChange = document.definitions.some(
				(one) => one.kind === Kind.OPERATION_DEFINITION && one.operation !== 'query',
			);
			return isChange ? 'It must be a query' : validate(readSchema(this.#area), document)[0]?.message;
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		}
	}
}
