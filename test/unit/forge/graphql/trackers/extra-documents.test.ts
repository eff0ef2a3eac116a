import assert from 'node:assert/strict';
import * as documents from '../../../../../src/forge/graphql/trackers/extra-documents.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';

describe('The documents that only GraphQL has', () => {
	it('are all named by an operation', () => {
		const named = new Set(Object.values(trackerExtraOperations).flatMap((one) => one?.documents ?? []));
		const forms = Object.values<string | { readonly ofOwner: string }>(documents).map((one) =>
			typeof one === 'string' ? one : one.ofOwner,
		);
		assert.deepEqual(
			forms.filter((document) => !named.has(document)),
			[],
		);
	});
});
