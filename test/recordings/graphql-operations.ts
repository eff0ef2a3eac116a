import type { Operations } from '../../src/forge/graphql/connect-graphql.ts';
import { webhookOperations } from '../../src/forge/graphql/webhooks/operations.ts';
import { postSearches } from '../../src/forge/rows/lists.ts';
import { webhookRows } from '../../src/forge/rows/webhooks.ts';
import { type Family, families } from '../../src/forge/webhooks/families.ts';
import { type AnyRow, graphqlTables } from '../kit/answers/graphql-tables.ts';
import { serviceOf } from './exchanges.ts';

type Table = Readonly<Record<string, AnyRow>>;

/** A typed function, and a body with which it sends a document. The recorded answer does not depend on the texts in it. */
export interface Operation {
	readonly name: string;
	readonly row: AnyRow;
	readonly operation: NonNullable<Operations<Table>[string]>;
	readonly body?: unknown;
}

const bodies: Readonly<Record<string, unknown>> = {
	createTracker: { name: 'garden' },
	createList: { name: 'garden' },
	createRepository: { name: 'garden' },
	createTicket: { title: 'A ticket' },
	createLabel: { name: 'bug', colors: { background: '#ff0000', text: '#ffffff' } },
	createHook: { url: 'https://here.test/', events: [] },
	subscribe: { list: '~alice/garden' },
	searchCode: { query: 'line' },
};

const operationsOf = (rows: Table, operations: Operations<Table>): readonly Operation[] =>
	Object.entries(rows).flatMap(([name, row]) => {
		const operation = operations[name];
		return operation ? [{ name, row, operation, body: bodies[name] ?? {} }] : [];
	});

const hooksOf = (service: string) =>
	Object.entries(families).flatMap(([family, { area }]) =>
		area === service ? operationsOf(webhookRows(''), webhookOperations(family as Family)) : [],
	);

/** The typed functions of each service. */
const services = new Map(
	Object.entries(graphqlTables).map(([service, { rows, operations }]) => [
		service,
		[...operationsOf(rows, operations), ...hooksOf(service)],
	]),
);

const named = (sent: string, word: string) =>
	[...new Set(sent.match(/\$owner\d+/g))].map((owner) => ({ owner: `~${owner}`, [word]: owner }));

/** Documents that depend on what changes, or on the number of items. Their operations name only examples of them. */
const variableDocuments: readonly (readonly [RegExp, operation: string, body: (sent: string) => unknown])[] =
	[
		[/^$/, 'blob', () => undefined],
		[/\{ tracker0: user\(/, 'newestTickets', (sent) => ({ trackers: named(sent, 'tracker') })],
		[/\{ list0: user\(/, 'newestInLists', (sent) => ({ lists: named(sent, 'list') })],
		[
			/\{ repository0: user\(/,
			'newestInRepositories',
			(sent) => ({ repositories: named(sent, 'repository') }),
		],
		[/ edit: /, 'editTicket', () => ({ title: 'New title' })],
		[/ comment: /, 'editTicket', () => ({ comment: 'A comment' })],
		[/ status: /, 'editTicket', () => ({ status: 'confirmed' })],
		[/\{ assignees \{/, 'editTicket', () => ({ assign: ['~bob'] })],
		[
			/\{ labels \{ id name \} \}/,
			'editTicket',
			(sent) => ({ labels: [...new Set(sent.match(/\$name\d+/g))] }),
		],
	];

const inOneLine = (document: string) => document.replace(/\s+/g, ' ').trim();

/** The first operation of a service that sends a document. Files are asked for without one. */
export function operationOf(url: URL, document: string): Operation | undefined {
	const sent = inOneLine(document);
	const operations = services.get(serviceOf(url));
	const variable = variableDocuments.find(([pattern]) => pattern.test(sent));
	if (!variable)
		return operations?.find(({ operation }) => operation.documents.map(inOneLine).includes(sent));
	const [, wanted, body] = variable;
	const found = operations?.find(({ name }) => name === wanted);
	return found && { ...found, body: body(sent) };
}

/** The search of posts that sends a document. */
export function searchFor(document: string): string | undefined {
	if (document.includes(' emails(')) return postSearches.others;
	return document.includes(' message(') ? '"one@host.test"' : undefined;
}
