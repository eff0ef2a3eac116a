import assert from 'node:assert/strict';
import { bodyInPayload } from '../../../../src/forge/webhooks/graphql-payload.ts';

const payload = (webhook: object) => ({ data: { webhook: { uuid: 'u', ...webhook } } });

describe('The payload of a delivery in GraphQL', () => {
	it('of a push becomes what REST sends, and a new or deleted reference has no name', () => {
		const updates = [
			{ ref: { name: 'refs/heads/main' }, old: { id: 'a' }, new: { id: 'b' } },
			{ ref: null, old: null, new: { id: 'c' } },
			null,
		];
		assert.deepEqual(bodyInPayload(payload({ pusher: { canonical_name: '~ana' }, updates })), {
			push: 'u',
			pusher: { canonical_name: '~ana' },
			refs: [
				{ name: 'refs/heads/main', old: { id: 'a' }, new: { id: 'b' } },
				{ name: '', old: null, new: { id: 'c' } },
			],
		});
	});
});
