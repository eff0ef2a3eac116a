import assert from 'node:assert/strict';
import { fieldsOf, isMutation, ownerQuery } from '../../../../src/forge/graphql/document.ts';

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

	for (const [text, isChange] of [
		['mutation ($id: Int!) { deleteTracker(id: $id) { id } }', true],
		['\n\tmutation { a }', true],
		['query { mutation }', false],
		['{ me { id } }', false],
		['query mutationOf { me { id } }', false],
	] as const) {
		it(`${isChange ? 'asks' : 'does not ask'} for a change: ${JSON.stringify(text)}`, () => {
			assert.equal(isMutation(text), isChange);
		});
	}
});

describe('The fields of a row', () => {
	it('are not the letters of a text that the server has sent in its place', () => {
		assert.deepEqual({ ...fieldsOf(JSON.parse('{"id":1}')) }, { id: 1 });
		assert.throws(() => fieldsOf(JSON.parse('"text"')), TypeError);
	});
});
