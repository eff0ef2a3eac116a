import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSchema } from 'graphql';
import {
	changeTicket,
	labelNumbers,
	noTicketParts,
	userNumbers,
} from '../../../src/forge/graphql/trackers/documents.ts';
import { webhookOperations } from '../../../src/forge/graphql/webhooks/operations.ts';
import { storedQuery } from '../../../src/forge/graphql/webhooks/stored-queries.ts';
import { type Family, families } from '../../../src/forge/webhooks/families.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { demoProjects } from '../../graphql-forge/hub/projects.ts';
import { hubArea } from '../../graphql-forge/hub/resolvers.ts';
import { listsArea } from '../../graphql-forge/lists/resolvers.ts';
import { repositoriesArea } from '../../graphql-forge/repositories/resolvers.ts';
import { commonResolvers, mergeResolvers } from '../../graphql-forge/server/common-resolvers.ts';
import { readSchema, resolverProblems } from '../../graphql-forge/server/schema.ts';
import { trackersArea } from '../../graphql-forge/trackers/resolvers.ts';
import { startGraphqlArea } from '../../kit/forge/graphql-area.ts';
import { documentsOf, validateDocument } from '../../kit/forge/validate-document.ts';
import { root } from '../../tools/places.ts';

describe('The schema of an area', () => {
	for (const [area, create] of [
		['lists', listsArea],
		['repositories', repositoriesArea],
		['trackers', trackersArea],
		['hub', (parts: GraphqlParts) => hubArea(parts, demoProjects)],
	] as const)
		it(`has a resolver for each field, and no resolver without a field: ${area}`, async () => {
			const { parts, stop } = await startGraphqlArea(area);
			await stop();
			const common = commonResolvers(parts.accounts, () => true);
			const resolvers = mergeResolvers(common, create(parts).resolvers);
			assert.deepEqual(resolverProblems(readSchema(area), resolvers), []);
		});
});

describe('A schema', () => {
	const schema = buildSchema(
		'interface A { a: Int } type B implements A { a: Int b: Int } type Query { b: B }',
	);

	it('without a resolver for a field is found, as is a resolver without a field', () => {
		const resolvers = { Query: { b: () => ({}) }, B: { a: () => 1, c: () => 1 } };
		assert.deepEqual(resolverProblems(schema, resolvers), [
			'B.b has no resolver',
			'B.c is not in the schema',
		]);
	});
});

describe('A document', () => {
	it('is refused if it does not fit the schema of its area, or costs more than 200 points', () => {
		assert.deepEqual(validateDocument('trackers', 'query { me { username } }'), []);
		assert.deepEqual(validateDocument('trackers', 'query { me { name } }'), [
			'Cannot query field "name" on type "User".',
		]);
		assert.deepEqual(
			validateDocument('trackers', 'query A { version { major } } query B { version { minor } }'),
			['It has 2 operations.'],
		);
		const many = Array.from({ length: 100 }, (_, nth) => `v${nth}: version { major }`).join(' ');
		assert.deepEqual(validateDocument('trackers', `query { ${many} }`), []);
		assert.deepEqual(validateDocument('trackers', `query { ${many} more: version { __typename } }`), [
			'It costs 202 points, more than 200.',
		]);
	});

	it('is found among the exports of a module', () => {
		const exported = {
			rows: { one: { document: 'query { a }', name: 'one' } },
			two: '\nmutation { b }',
			three: 3,
		};
		assert.deepEqual(documentsOf(exported), ['query { a }', '\nmutation { b }']);
	});
});

describe('Every document of the extension', () => {
	it('that is made for a change of a ticket, or for numbers of labels, fits the schema', () => {
		const changes = [
			{ isEdited: true, removedCount: 1, addedCount: 2, last: 'comment' },
			{ last: 'status' },
			{ removedCount: 20, addedCount: 20 },
			{ unassignedCount: 5, assignedCount: 5 },
		] as const;
		for (const change of changes)
			assert.deepEqual(validateDocument('trackers', changeTicket({ ...noTicketParts, ...change })), []);
		for (const document of [...documentsOf(labelNumbers(20)), userNumbers(20)]) {
			assert.deepEqual(validateDocument('trackers', document), []);
		}
	});

	for (const [name, { area }] of Object.entries(families)) {
		// The table has families as its keys.
		const operations = Object.values(webhookOperations(name as Family));
		it(`that is about the webhooks of a family fits the schema: ${name}`, () => {
			const documents = operations.flatMap((operation) => operation?.documents ?? []);
			for (const document of [...documents, storedQuery(area)])
				assert.deepEqual(validateDocument(area, document), [], document);
		});
	}

	/** The areas of the sandbox that have a schema. */
	const areas = globSync('test/graphql-forge/*/schema.graphqls', { cwd: root }).map((path) =>
		basename(dirname(path)),
	);
	const files = globSync('src/forge/graphql/**/*.ts', { cwd: root }).map((path) =>
		path.replaceAll('\\', '/'),
	);
	for (const file of files.sort()) {
		const area = areas.find((name) => file.includes(`/${name}/`));
		if (area === undefined) continue;
		it(`that is in ${file} fits the schema of its area`, async () => {
			const documents = documentsOf(await import(pathToFileURL(join(root, file)).href));
			for (const document of documents) assert.deepEqual(validateDocument(area, document), [], document);
		});
	}
});
