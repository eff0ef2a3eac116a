import assert from 'node:assert/strict';
import { person } from '../../../../src/platform/model/words.ts';
import { ownPerson, personRow, userRow } from '../../../../src/platform/page/person-rows.ts';

describe('A person on a page', () => {
	it('is the signed-in user, or an unknown one', () => {
		assert.deepEqual(ownPerson('~ana'), { kind: 'user', name: '~ana', initials: 'an' });
		assert.deepEqual(ownPerson(undefined), person(null));
	});

	it('has a person and their name, which is a link only if there is something to open', () => {
		const eve = person({ type: 'email', address: 'eve@example.org', name: 'Eve' });
		assert.deepEqual(personRow(eve), { people: [eve], pieces: ['Eve by email'] });
		assert.deepEqual(personRow(eve, 'https://a.test/eve'), {
			people: [eve],
			pieces: [{ link: 'Eve', open: 'https://a.test/eve' }],
		});
	});

	it('is a link to a user if their name is known', () => {
		const bob = person({ type: 'user', canonical_name: '~bob', name: 'bob' });
		assert.deepEqual(userRow('~bob'), { people: [bob], pieces: [{ link: '~bob', open: 'user:~bob' }] });
	});
});
