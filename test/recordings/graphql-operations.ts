import type { Answer, Row } from '../../src/forge/contract/row.ts';
import type { Operations } from '../../src/forge/graphql/connect-graphql.ts';
import { hubOperations } from '../../src/forge/graphql/hub/operations.ts';
import { listExtraOperations } from '../../src/forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../src/forge/graphql/lists/operations.ts';
import { repositoryExtraOperations } from '../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryOperations } from '../../src/forge/graphql/repositories/operations.ts';
import { trackerExtraOperations } from '../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../src/forge/graphql/trackers/operations.ts';
import { webhookOperations } from '../../src/forge/graphql/webhooks/operations.ts';
import { hubRows } from '../../src/forge/rows/hub.ts';
import { listExtraRows, listRows, postSearches } from '../../src/forge/rows/lists.ts';
import { repositoryExtraRows, repositoryRows } from '../../src/forge/rows/repositories.ts';
import { trackerExtraRows, trackerRows } from '../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../src/forge/rows/webhooks.ts';
import type { Family } from '../../src/forge/webhooks/families.ts';

type AnyRow = Row<string, unknown, Answer<unknown>>;
type Table = Readonly<Record<string, AnyRow>>;

/** A typed function. */
export interface Operation {
	readonly name: string;
	readonly row: AnyRow;
	readonly operation: NonNullable<Operations<Table>[string]>;
}

const operationsOf = (rows: Table, operations: Operations<Table>): readonly Operation[] =>
	Object.entries(rows).flatMap(([name, row]) => {
		const operation = operations[name];
		return operation ? [{ name, row, operation }] : [];
	});

const hooks = (...families: readonly Family[]) =>
	families.flatMap((family) => operationsOf(webhookRows(''), webhookOperations(family)));

/** By what the ports of the recorded services end with. */
const services: Readonly<Record<string, readonly Operation[]>> = {
	101: [
		...operationsOf(repositoryRows, repositoryOperations),
		...operationsOf(repositoryExtraRows, repositoryExtraOperations),
		...hooks('repositoriesUser', 'repository'),
	],
	103: [
		...operationsOf(trackerRows, trackerOperations),
		...operationsOf(trackerExtraRows, trackerExtraOperations),
		...hooks('trackersUser', 'tracker', 'ticket'),
	],
	106: [
		...operationsOf(listRows, listOperations),
		...operationsOf(listExtraRows, listExtraOperations),
		...hooks('listsUser', 'list'),
	],
	114: operationsOf(hubRows, hubOperations),
};

/** Documents that depend on what changes, or on the number of items. Their operations name only examples of them. */
const variableDocuments: readonly (readonly [document: RegExp, operation: string])[] = [
	[/\{ tracker0: user\(/, 'newestTickets'],
	[/\{ list0: user\(/, 'newestInLists'],
	[/\{ repository0: user\(/, 'newestInRepositories'],
	[/\{ (comment|status|edit): |\{ labels \{ id name \} \}|\{ assignees \{/, 'editTicket'],
];

const inOneLine = (document: string) => document.replace(/\s+/g, ' ').trim();

/** The first operation of a service that sends a document. */
export function operationOf(port: string, document: string): Operation | undefined {
	const sent = inOneLine(document);
	// Files are not in GraphQL.
	const operations = services[port.slice(-3)] ?? [];
	if (sent === '') return operations.find(({ name }) => name === 'blob');
	const name = variableDocuments.find(([pattern]) => pattern.test(sent))?.[1];
	return operations.find((one) =>
		name === undefined ? one.operation.documents.map(inOneLine).includes(sent) : one.name === name,
	);
}

const namesIn = (document: string, word: string) =>
	[...new Set(document.match(/\$owner\d+/g))].map((_, index) => ({
		owner: `~owner${index}`,
		[word]: `item${index}`,
	}));

/** Bodies with which operations send a document. The recorded answer does not depend on their texts. */
const bodies: Readonly<Record<string, (document: string) => unknown>> = {
	createTracker: () => ({ name: 'garden' }),
	createList: () => ({ name: 'garden' }),
	createRepository: () => ({ name: 'garden' }),
	createTicket: () => ({ title: 'A ticket' }),
	createLabel: () => ({ name: 'bug', colors: { background: '#ff0000', text: '#ffffff' } }),
	createHook: () => ({ url: 'https://here.test/', events: [] }),
	subscribe: () => ({ list: '~alice/garden' }),
	searchCode: () => ({ query: 'line' }),
	newestTickets: (document) => ({ trackers: namesIn(document, 'tracker') }),
	newestInLists: (document) => ({ lists: namesIn(document, 'list') }),
	newestInRepositories: (document) => ({ repositories: namesIn(document, 'repository') }),
	editTicket: (document) => {
		if (document.includes(' edit: ')) return { title: 'New title' };
		if (document.includes(' comment: ')) return { comment: 'A comment' };
		if (document.includes(' status: ')) return { status: 'confirmed' };
		if (document.includes(' assignees ')) return { assign: ['~bob'] };
		return { labels: [...new Set(document.match(/\$name\d+/g))] };
	},
};

export const bodyFor = (name: string, document: string): unknown => bodies[name]?.(document) ?? {};

/** The search of posts that sends a document. */
export function searchFor(document: string): string | undefined {
	if (document.includes(' emails(')) return postSearches.others;
	return document.includes(' message(') ? '"one@host.test"' : undefined;
}
