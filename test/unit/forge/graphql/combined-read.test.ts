import assert from 'node:assert/strict';
import '../../../../src/forge/graphql/combined-read.ts';
import type { Client } from '../../../../src/forge/client/connect.ts';
import type { Answer, EndpointRow } from '../../../../src/forge/contract/row.ts';
import type { Operations } from '../../../../src/forge/graphql/connect-graphql.ts';
import { listExtraOperations } from '../../../../src/forge/graphql/lists/extra-operations.ts';
import { repositoryExtraOperations } from '../../../../src/forge/graphql/repositories/extra-operations.ts';
import { trackerExtraOperations } from '../../../../src/forge/graphql/trackers/extra-operations.ts';
import { listExtraRows } from '../../../../src/forge/rows/lists.ts';
import { repositoryExtraRows } from '../../../../src/forge/rows/repositories.ts';
import { trackerExtraRows } from '../../../../src/forge/rows/trackers.ts';
import { Refused, scriptedClient } from './scripted-client.ts';

const tooExpensive = {
	errors: [{ message: 'operation has complexity 297, which exceeds the limit of 200' }],
};
const unknownField = new Refused(422, 'Cannot query field "tools" on type "Patchset".');

describe('A request for several parts at once', () => {
	function each<Table extends Readonly<Record<string, EndpointRow<string, unknown, Answer<unknown>>>>>(
		table: Table,
		operations: Operations<Table>,
		...reads: readonly (readonly [
			name: string,
			read: (client: Client<Table>, nth: number) => Promise<unknown>,
			/** How many requests it sends, each for less than the one before. */
			requests?: number,
		])[]
	) {
		const { open } = scriptedClient(table, operations);
		for (const [name, read, requests = 1] of reads) {
			for (const [why, refusal] of [
				['asks for too much', tooExpensive],
				['asks for what the forge does not know', unknownField],
			] as const) {
				it(`is not sent again, about anything, if it ${why} (${name})`, async () => {
					const { client, sent } = await open(...Array.from({ length: 2 * requests }, () => refusal));
					const failures = [1, 2].map((nth) => () => read(client, nth));
					for (const fails of failures) await assert.rejects(fails, { name: 'ForgeError', status: 422 });
					assert.equal(sent().length, requests);
				});
			}

			it(`is sent again after another failure (${name})`, async () => {
				const failure = { errors: [{ message: 'internal system error' }] };
				const { client, sent } = await open(failure, failure);
				for (const nth of [1, 2]) await assert.rejects(read(client, nth), { status: 500 });
				assert.equal(sent().length, 2);
			});
		}
	}

	const owner = '~ana';
	each(
		listExtraRows,
		listExtraOperations,
		['openList', (client, nth) => client.openList({ owner, list: `list-${nth}` })],
		['openSeries', (client, patchset) => client.openSeries({ owner, list: 'devel', patchset })],
	);
	each(repositoryExtraRows, repositoryExtraOperations, [
		'openRepository',
		(client, nth) => client.openRepository({ owner, repository: `repository-${nth}` }),
		2,
	]);
	each(
		trackerExtraRows,
		trackerExtraOperations,
		['openTracker', (client, nth) => client.openTracker({ owner, tracker: `tracker-${nth}` })],
		['openTicket', (client, ticket) => client.openTicket({ owner, tracker: 'garden', ticket })],
	);
});
