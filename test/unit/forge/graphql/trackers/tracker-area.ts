import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerExtraRows } from '../../../../../src/forge/rows/trackers.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { startGraphqlArea } from '../../../../kit/forge/graphql-area.ts';
import { plainTransport } from '../../../../kit/forge/plain-transport.ts';
import { testWire } from '../../../../kit/forge/test-wire.ts';
import { endings } from '../../../../tools/endings.ts';

/** Opens forges with GraphQL and a tracker of owner, which end with the test. */
export function trackerArea() {
	const ending = endings();
	return async (...quirks: readonly Quirk[]) => {
		const forge = await startGraphqlArea('trackers', ...quirks);
		const network = plainTransport();
		ending(forge.stop, () => network.dispose());
		/** What the account can do only in GraphQL. By default, its token may do everything. */
		const clientOf = (name: 'owner' | 'third', grants = '') =>
			connectGraphql(
				trackerExtraRows,
				'todo.sr.ht',
				async () => trackerExtraOperations,
				testWire({ base: forge.address, token: () => forge.token(name, grants), fetch: network.fetch }),
			);
		const { trackers } = forge;
		return { clientOf, trackers, tracker: trackers.create('owner', { name: 'editor' }) };
	};
}

/** Why a change was refused. */
export const refusal = (answer: Promise<unknown>): Promise<ForgeError> =>
	answer.then(
		() => assert.fail('The change succeeded.'),
		(error) => (error instanceof ForgeError ? error : assert.fail(`${error}`)),
	);
