import assert from 'node:assert/strict';
import {
	formerTitle,
	submitterKey,
	titleKey,
	togetherKey,
} from '../../../../../../src/patches/model/series/mails/identity.ts';
import { mail } from '../mails.ts';

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

	it('is not a stranger who writes its address into the name', () => {
		const stranger = (name: string) => submitterKey({ name, email: 'eve@evil.test' });
		assert.notEqual(submitterKey(ana), stranger('ana@mail.test via devel'));
		assert.notEqual(
			submitterKey({ name: 'Ana via devel', email: 'devel@lists.test' }),
			stranger('Ana via devel'),
		);
	});
});

describe('A title', () => {
	it('names the one before it, in whatever alphabet', () => {
		for (const [title, key, former] of [
			['İzin ekle (was: Izin)', titleKey('İzin ekle'), 'Izin'],
			['New [WAS Old]', 'new', 'Old'],
			['New (was: Old', 'new (was: old', undefined],
		] as const) {
			assert.equal(titleKey(title), key);
			assert.equal(formerTitle(title), former);
		}
	});
});

describe('The key of mails that were sent together', () => {
	it('does not depend on the author of what was never sent', () => {
		const unsent = (from: string) => togetherKey(mail(undefined, '[PATCH 1/3] One', { from }));
		assert.equal(unsent('ana'), unsent('bob'));
	});
});
