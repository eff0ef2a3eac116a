import assert from 'node:assert/strict';
import type { Answer, Row } from '../../../../src/forge/contract/row.ts';
import type { Operations } from '../../../../src/forge/graphql/connect-graphql.ts';
import { isMutation } from '../../../../src/forge/graphql/document.ts';
import { hubOperations } from '../../../../src/forge/graphql/hub/operations.ts';
import { listExtraOperations } from '../../../../src/forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../../../src/forge/graphql/lists/operations.ts';
import { repositoryExtraOperations } from '../../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryOperations } from '../../../../src/forge/graphql/repositories/operations.ts';
import { trackerExtraOperations } from '../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../../../src/forge/graphql/trackers/operations.ts';
import { hubRows } from '../../../../src/forge/rows/hub.ts';
import { listExtraRows, listRows } from '../../../../src/forge/rows/lists.ts';
import { repositoryExtraRows, repositoryRows } from '../../../../src/forge/rows/repositories.ts';
import { trackerExtraRows, trackerRows } from '../../../../src/forge/rows/trackers.ts';

type Table = Readonly<Record<string, Row<string, unknown, Answer<unknown>>>>;

const tables: readonly (readonly [subject: string, rows: Table, operations: Operations<Table>])[] = [
	['lists', listRows, listOperations],
	['lists that REST does not have', listExtraRows, listExtraOperations],
	['repositories', repositoryRows, repositoryOperations],
	['repositories that REST does not have', repositoryExtraRows, repositoryExtraOperations],
	['trackers', trackerRows, trackerOperations],
	['trackers that REST does not have', trackerExtraRows, trackerExtraOperations],
	['projects', hubRows, hubOperations],
];

for (const [subject, rows, operations] of tables)
	describe(`Of the operations on ${subject}`, () => {
		for (const [name, row] of Object.entries(rows)) {
			const isWrite = row.method !== 'GET';
			it(`${name} ${isWrite ? 'may change something, and needs the right to' : 'only reads'}`, () => {
				const operation = operations[name];
				assert(operation);
				assert.equal(operation.documents.some(isMutation), isWrite);
				assert.equal(
					operation.scopes.some((scope) => scope.endsWith(':RW')),
					isWrite,
				);
			});
		}
	});
