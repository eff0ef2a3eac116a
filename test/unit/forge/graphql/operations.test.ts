import assert from 'node:assert/strict';
import { isMutation } from '../../../../src/forge/graphql/document.ts';
import { graphqlTables } from '../../../kit/answers/graphql-tables.ts';

for (const [area, { rows, operations }] of Object.entries(graphqlTables))
	describe(`Of the operations on ${area}`, () => {
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
