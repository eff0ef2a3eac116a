import type { Family } from '../../webhooks/families.ts';
import { bothForms, type Document, ownerQuery } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { listNumber } from '../lists/documents.ts';
import { learnList, listVariables, useList } from '../lists/list-number.ts';
import { repositoryNumber } from '../repositories/documents.ts';
import { useRepository } from '../repositories/repository-number.ts';
import { trackerNumber } from '../trackers/documents.ts';
import { learnTracker, ticketVariables, trackerVariables, useTracker } from '../trackers/tracker-number.ts';
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

interface HookQuery<Found> {
	readonly documents: readonly string[];
	ask(call: GraphqlCall, params: HookParams, variables: Variables): Promise<Found>;
}

/** How the hooks of a family are found and created. */
interface HookFamily {
	readonly type: HookType;
	/** What their resource and its events need, without the service. */
	readonly scopes: readonly string[];
	query<Found>(selection: HookSelection<Found>): HookQuery<Found>;
	readonly createDocument: CreateHook;
	/** The documents that may be sent before. */
	readonly numberDocuments?: readonly string[];
	create(call: GraphqlCall, params: HookParams, config: Variables): Promise<HookData>;
}

const found = ({ isOne, fields }: HookSelection<unknown>, one: string, all: string) =>
	`found: ${isOne ? one : all} { ${fields} }`;
const foundBelow = (selection: HookSelection<unknown>) =>
	found(selection, 'webhook(id: $hook)', 'webhooks(cursor: $cursor)');

/** Below a list, tracker or ticket. */
interface Below<Found> {
	readonly id: number;
	readonly found: Found | null;
}

const listOf = ({ owner, list = '' }: HookParams) => ({ owner, list });
const repositoryOf = ({ owner, repository = '' }: HookParams) => ({ owner, repository });
const ticketOf = ({ owner, tracker = '', ticket = '' }: HookParams) => ({ owner, tracker, ticket });

const create = (call: GraphqlCall, document: CreateHook, variables: Variables) =>
	call.ask(document, variables, ({ created }) => created);

/** The hooks of the account of the token. */
function userHooks(scopes: readonly string[]): HookFamily {
	const createDocument = createHook('User');
	return {
		type: 'User',
		scopes,
		query: <Found>(selection: HookSelection<Found>) => {
			const all = 'userWebhooks(cursor: $cursor)';
			const document: Document<{ readonly found: Found | null }> =
				`query (${selection.variables}) { ${found(selection, 'userWebhook(id: $hook)', all)} }`;
			return {
				documents: [document],
				ask: (call, _params, variables) => call.ask(document, variables, (data) => data.found),
			};
		},
		createDocument,
		create: (call, _params, config) => create(call, createDocument, { config }),
	};
}

const createOfList = createHook('MailingList', { list: 'listId' });
const list: HookFamily = {
	type: 'MailingList',
	scopes: ['LISTS:RO', 'EMAILS:RO', 'PATCHES:RO', 'PROFILE:RO'],
	query: <Found>(selection: HookSelection<Found>) => {
		const query = ownerQuery<{ readonly list: Below<Found> | null }>(
			`$list: String!, ${selection.variables}`,
			`list(name: $list) { id ${foundBelow(selection)} }`,
		);
		return {
			documents: bothForms(query),
			ask: (call, params, variables) =>
				call.askOwner(
					query,
					params,
					{ ...listVariables(listOf(params)), ...variables },
					(owner) => learnList(call, listOf(params), owner.list)?.found,
				),
		};
	},
	createDocument: createOfList,
	numberDocuments: bothForms(listNumber),
	create: (call, params, config) =>
		useList(call, listOf(params), (id) => create(call, createOfList, { list: id, config })),
};

const createOfRepository = createHook('Git');
const repository: HookFamily = {
	type: 'Git',
	scopes: ['REPOSITORIES:RO', 'OBJECTS:RO', 'PROFILE:RO'],
	query: <Found>(selection: HookSelection<Found>) => {
		const ofRepository = selection.isOne ? '' : '$repository: Int!, ';
		const all = 'gitWebhooks(repositoryID: $repository, cursor: $cursor)';
		const document: Document<{ readonly found: Found | null }> =
			`query (${ofRepository}${selection.variables}) { ${found(selection, 'gitWebhook(id: $hook)', all)} }`;
		const ask = (call: GraphqlCall, variables: Variables) =>
			call.ask(document, variables, (data) => data.found);
		return {
			documents: [document, ...bothForms(repositoryNumber)],
			ask: (call, params, variables) =>
				selection.isOne
					? ask(call, variables)
					: useRepository(call, repositoryOf(params), (id) => ask(call, { repository: id, ...variables })),
		};
	},
	createDocument: createOfRepository,
	numberDocuments: bothForms(repositoryNumber),
	create: (call, params, config) =>
		useRepository(call, repositoryOf(params), (id) =>
			create(call, createOfRepository, { config: { ...config, repositoryID: id } }),
		),
};

const createOfTracker = createHook('Tracker', { tracker: 'trackerId' });
const tracker: HookFamily = {
	type: 'Tracker',
	scopes: ['TRACKERS:RO', 'TICKETS:RO', 'EVENTS:RO', 'PROFILE:RO'],
	query: <Found>(selection: HookSelection<Found>) => {
		const query = ownerQuery<{ readonly tracker: Below<Found> | null }>(
			`$tracker: String!, ${selection.variables}`,
			`tracker(name: $tracker) { id ${foundBelow(selection)} }`,
		);
		return {
			documents: bothForms(query),
			ask: (call, params, variables) =>
				call.askOwner(
					query,
					params,
					{ ...trackerVariables(ticketOf(params)), ...variables },
					(owner) => owner.tracker && learnTracker(call, ticketOf(params), owner.tracker).found,
				),
		};
	},
	createDocument: createOfTracker,
	numberDocuments: bothForms(trackerNumber),
	create: (call, params, config) =>
		useTracker(call, ticketOf(params), (id) => create(call, createOfTracker, { tracker: id, config })),
};

const createOfTicket = createHook('Ticket', { tracker: 'trackerId', ticket: 'ticketId' });
const ticket: HookFamily = {
	type: 'Ticket',
	scopes: ['TRACKERS:RO', 'TICKETS:RO', 'EVENTS:RO', 'PROFILE:RO'],
	query: <Found>(selection: HookSelection<Found>) => {
		const query = ownerQuery<{
			readonly tracker: { readonly id: number; readonly ticket: Below<Found> | null } | null;
		}>(
			`$tracker: String!, $ticket: Int!, ${selection.variables}`,
			`tracker(name: $tracker) { id ticket(id: $ticket) { id ${foundBelow(selection)} } }`,
		);
		return {
			documents: bothForms(query),
			ask: (call, params, variables) =>
				call.askOwner(
					query,
					params,
					{ ...ticketVariables(ticketOf(params)), ...variables },
					(owner) => owner.tracker && learnTracker(call, ticketOf(params), owner.tracker).ticket?.found,
				),
		};
	},
	createDocument: createOfTicket,
	numberDocuments: bothForms(trackerNumber),
	create: (call, params, config) =>
		useTracker(call, ticketOf(params), (id) => {
			const variables = { tracker: id, ticket: Number(params.ticket), config };
			return create(call, createOfTicket, variables);
		}),
};

export const hookFamilies: Readonly<Record<Family, HookFamily>> = {
	listsUser: userHooks(['LISTS:RO', 'EMAILS:RO', 'PROFILE:RO']),
	list,
	repositoriesUser: userHooks(['REPOSITORIES:RO', 'PROFILE:RO']),
	repository,
	trackersUser: userHooks(['TRACKERS:RO', 'TICKETS:RO', 'PROFILE:RO']),
	tracker,
	ticket,
};
