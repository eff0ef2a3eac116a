import assert from 'node:assert/strict';
import { ownerQuery } from '../../../../src/forge/graphql/document.ts';

describe('A document', () => {
	it('of a query below a user has a form for any user and one for the account of the token', () => {
		const query = ownerQuery(
			'$name: String!',
			'tracker(name: $name) { ...t }',
			'fragment t on Tracker { id }',
		);
		assert.equal(
			query.ofOwner,
			'query ($name: String!, $owner: String!) { owner: user(username: $owner) { tracker(name: $name) { ...t } } } fragment t on Tracker { id }',
		);
		assert.equal(
			query.ofMine,
			'query ($name: String!) { owner: me { tracker(name: $name) { ...t } } } fragment t on Tracker { id }',
		);
	});

	it('without variables declares none', () => {
		const query = ownerQuery('', 'email');
		assert.equal(query.ofOwner, 'query ($owner: String!) { owner: user(username: $owner) { email } }');
		assert.equal(query.ofMine, 'query { owner: me { email } }');
	});
});
