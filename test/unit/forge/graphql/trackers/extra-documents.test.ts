import assert from 'node:assert/strict';
import * as documents from '../../../../../src/forge/graphql/trackers/extra-documents.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';

interface Forms {
	readonly ofOwner: string;
}

describe('The documents that only GraphQL has', () => {
	it('are all named by an operation', () => {
		const named = new Set(Object.values(trackerExtraOperations).flatMap((one) => one?.documents ?? []));
		const forms = Object.values<string | Forms | { readonly whole: Forms; readonly smaller: Forms }>(
			documents,
		).flatMap((one) => {
			if (typeof one === 'string') return [one];
			return 'ofOwner' in one ? [one.ofOwner] : [one.whole.ofOwner, one.smaller.ofOwner];
		});
		assert.deepEqual(
			forms.filter((document) => !named.has(document)),
			[],
		);
	});
});
