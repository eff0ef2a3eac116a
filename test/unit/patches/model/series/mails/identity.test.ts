import assert from 'node:assert/strict';
import {
	formerTitle,
	keyOf,
	maySharePerson,
	submitterKey,
	titleKey,
	togetherKey,
} from '../../../../../../src/patches/model/series/mails/identity.ts';
import { mail } from '../mails.ts';

describe('A title', () => {
	it('is the same in another case and with other spaces', () => {
		assert.equal(titleKey('Fix  the\tThing '), titleKey('fix the thing'));
		assert.equal(titleKey('Über'), titleKey('u\u0308ber'));
		assert.notEqual(titleKey('Fix a'), titleKey('Fix b'));
	});
});

describe('A former title', () => {
	for (const [title, former] of [
		['New (was: Old)', 'Old'],
		['New [Was Old one]', 'Old one'],
		['N(was: Old)', 'Old'],
		['New (wasteful)', undefined],
		['Say (was: it', undefined],
		['(was: Old)', undefined],
		['New', undefined],
	] as const) {
		it(`is ${former} in ${title}`, () => {
			assert.equal(formerTitle(title), former);
			assert.equal(
				titleKey(title) === titleKey(title.split(/ ?[([]/)[0] ?? ''),
				former !== undefined || title === 'New',
			);
		});
	}
});

describe('A submitter', () => {
	const ana = { name: 'Ana', email: 'ana@mail.test' };

	it('has one address in any case', () => {
		assert.equal(submitterKey(ana), submitterKey({ name: 'A. Lovelace', email: 'ANA@mail.test' }));
		assert.notEqual(submitterKey(ana), submitterKey({ name: 'Ana', email: 'ana@other.test' }));
	});

	it('may have a name only', () => {
		assert.equal(submitterKey({ name: 'Ana', email: '' }), submitterKey({ name: 'ana', email: '' }));
	});

	it('is not the list that sent the mail', () => {
		const viaList = (name: string) => ({ name: `${name} via devel`, email: 'devel@lists.test' });
		assert.notEqual(submitterKey(viaList('Ana')), submitterKey(viaList('Bob')));
	});

	it('is not a stranger who writes its address into the name', () => {
		const stranger = (name: string) => submitterKey({ name, email: 'eve@evil.test' });
		assert.notEqual(submitterKey(ana), stranger('ana@mail.test via devel'));
		assert.notEqual(
			submitterKey({ name: 'Ana via devel', email: 'devel@lists.test' }),
			stranger('Ana via devel'),
		);
	});

	it('may be one person with two addresses if the names are equal', () => {
		assert.ok(maySharePerson(ana, { name: 'ANA', email: 'ana@other.test' }));
		assert.ok(!maySharePerson(ana, { name: 'Bob', email: 'bob@mail.test' }));
		assert.ok(!maySharePerson({ name: '', email: 'a@mail.test' }, { name: '', email: 'b@mail.test' }));
	});
});

describe('The key of mails that were sent together', () => {
	const key = (subject: string, from = 'ana') => togetherKey(mail('a', subject, { from }));
	const [sent] = [key('[PATCH app v2 1/3] One')];

	it('is the same for patches of a version', () => {
		assert.equal(key('[PATCH app v2 2/3] Two'), sent);
		assert.equal(key('[PATCH v2 APP 0/3] Cover'), sent);
	});

	for (const [what, other] of [
		['another version', key('[PATCH app v3 1/3] One')],
		['another total', key('[PATCH app v2 1/4] One')],
		['another prefix', key('[PATCH lib v2 1/3] One')],
		['a request for comments', key('[RFC PATCH app v2 1/3] One')],
		['a resend', key('[RESEND PATCH app v2 1/3] One')],
		['another sender', key('[PATCH app v2 1/3] One', 'bob')],
	] as const) {
		it(`differs for ${what}`, () => assert.notEqual(other, sent));
	}

	it('does not depend on the author of what was never sent', () => {
		const unsent = (from: string) => togetherKey(mail(undefined, '[PATCH 1/3] One', { from }));
		assert.equal(unsent('ana'), unsent('bob'));
	});

	it('does not mix up its parts', () => {
		assert.notEqual(keyOf('a', 'bc'), keyOf('ab', 'c'));
	});
});
