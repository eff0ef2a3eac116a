import type { Family } from '../../webhooks/families.ts';
import { bothForms, type Document } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { listResource, type NamedResource, repositoryResource, trackerResource } from '../named-resource.ts';
import {
	type CreateHook,
	createHook,
	type HookData,
	type HookSelection,
	type HookType,
} from './documents.ts';

/** The parameters of a family's path. */
export type HookParams = Readonly<Record<string, string | number>>;

type Variables = Readonly<Record<string, unknown>>;

interface HookQuery<T> {
	readonly documents: readonly string[];
	ask(call: GraphqlCall, params: HookParams, variables: Variables): Promise<T>;
}

/** How the hooks of a family are found and created. */
interface HookFamily {
	readonly type: HookType;
	/** What their resource and its events need, without the service. */
	readonly scopes: readonly string[];
	query<T>(selection: HookSelection<T>): HookQuery<T>;
	readonly createDocument: CreateHook;
	/** The documents that `create` may send first, to find the number of the resource. */
	readonly numberDocuments?: readonly string[];
	create(call: GraphqlCall, params: HookParams, config: Variables): Promise<HookData>;
}

const selectFound = ({ isOne, fields }: HookSelection<unknown>, one: string, all: string) =>
	`found: ${isOne ? one : all} { ${fields} }`;
const selectFoundBelow = (selection: HookSelection<unknown>) =>
	selectFound(selection, 'webhook(id: $hook)', 'webhooks(cursor: $cursor)');

interface Found<T> {
	readonly found: T | null;
}

/** The path of a family has a parameter for the resource that its hooks are for. */
const named = <Word extends string>(params: HookParams) =>
	params as HookParams & Readonly<Record<Word, string | number>>;

const create = (call: GraphqlCall, document: CreateHook, variables: Variables) =>
	call.ask(document, variables, ({ created }) => created);

/** The hooks of the account of the token. */
function userHooks(scopes: readonly string[]): HookFamily {
	const createDocument = createHook('User');
	return {
		type: 'User',
		scopes,
		query: <T>(selection: HookSelection<T>) => {
			const all = 'userWebhooks(cursor: $cursor)';
			const document: Document<Found<T>> =
				`query (${selection.variables}) { ${selectFound(selection, 'userWebhook(id: $hook)', all)} }`;
			return {
				documents: [document],
				ask: (call, _params, variables) => call.ask(document, variables, (data) => data.found),
			};
		},
		createDocument,
		create: (call, _params, config) => create(call, createDocument, { config }),
	};
}

/** The hooks of a list or a tracker. */
function hooksBelow<Word extends 'list' | 'tracker'>(
	type: HookType,
	resource: NamedResource<Word>,
	scopes: readonly string[],
): HookFamily {
	const { word, numberQuery } = resource;
	const createDocument = createHook(type, { [word]: `${word}Id` });
	return {
		type,
		scopes,
		query: <T>(selection: HookSelection<T>) => {
			const query = resource.query<Found<T>>(selection.variables, selectFoundBelow(selection));
			return {
				documents: bothForms(query),
				ask: (call, params, variables) =>
					resource.ask(call, named(params), query, variables, ({ found }) => found),
			};
		},
		createDocument,
		numberDocuments: bothForms(numberQuery),
		create: (call, params, config) =>
			resource.use(call, named(params), (id) => create(call, createDocument, { [word]: id, config })),
	};
}

const createOfRepository = createHook('Git');
const repository: HookFamily = {
	type: 'Git',
	scopes: ['REPOSITORIES:RO', 'OBJECTS:RO', 'PROFILE:RO'],
	query: <T>(selection: HookSelection<T>) => {
		const ofRepository = selection.isOne ? '' : '$repository: Int!, ';
		const all = 'gitWebhooks(repositoryID: $repository, cursor: $cursor)';
		const document: Document<Found<T>> =
			`query (${ofRepository}${selection.variables}) { ${selectFound(selection, 'gitWebhook(id: $hook)', all)} }`;
		const ask = (call: GraphqlCall, variables: Variables) =>
			call.ask(document, variables, (data) => data.found);
		return {
			documents: [document, ...bothForms(repositoryResource.numberQuery)],
			ask: (call, params, variables) =>
				selection.isOne
					? ask(call, variables)
					: repositoryResource.use(call, named(params), (id) => ask(call, { repository: id, ...variables })),
		};
	},
	createDocument: createOfRepository,
	numberDocuments: bothForms(repositoryResource.numberQuery),
	create: (call, params, config) =>
		repositoryResource.use(call, named(params), (id) =>
			create(call, createOfRepository, { config: { ...config, repositoryID: id } }),
		),
};

const trackerScopes = ['TRACKERS:RO', 'TICKETS:RO', 'EVENTS:RO', 'PROFILE:RO'];

const createOfTicket = createHook('Ticket', { tracker: 'trackerId', ticket: 'ticketId' });
const ticket: HookFamily = {
	type: 'Ticket',
	scopes: trackerScopes,
	query: <T>(selection: HookSelection<T>) => {
		const query = trackerResource.query<{ readonly ticket: Found<T> | null }>(
			`$ticket: Int!, ${selection.variables}`,
			`ticket(id: $ticket) { id ${selectFoundBelow(selection)} }`,
		);
		return {
			documents: bothForms(query),
			ask: (call, params, variables) =>
				trackerResource.ask(
					call,
					named(params),
					query,
					{ ticket: Number(params.ticket), ...variables },
					(tracker) => tracker.ticket?.found,
				),
		};
	},
	createDocument: createOfTicket,
	numberDocuments: bothForms(trackerResource.numberQuery),
	create: (call, params, config) =>
		trackerResource.use(call, named(params), (id) => {
			const variables = { tracker: id, ticket: Number(params.ticket), config };
			return create(call, createOfTicket, variables);
		}),
};

export const hookFamilies: Readonly<Record<Family, HookFamily>> = {
	listsUser: userHooks(['LISTS:RO', 'EMAILS:RO', 'PROFILE:RO']),
	list: hooksBelow('MailingList', listResource, ['LISTS:RO', 'EMAILS:RO', 'PATCHES:RO', 'PROFILE:RO']),
	repositoriesUser: userHooks(['REPOSITORIES:RO', 'PROFILE:RO']),
	repository,
	trackersUser: userHooks(['TRACKERS:RO', 'TICKETS:RO', 'PROFILE:RO']),
	tracker: hooksBelow('Tracker', trackerResource, trackerScopes),
	ticket,
};
