import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { fragmentsOf } from '../../../../../src/patches/model/series/fragments.ts';
import { Group } from '../../../../../src/patches/model/series/group.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail } from './mails.ts';

/** The groups of all mails, before they are joined. */
function groupsOf(mails: readonly SeriesMail[]): readonly Group<SeriesMail>[] {
	const ancestors = new Ancestors(mails);
	return fragmentsOf(mails, ancestors).map((fragment) => new Group(fragment, ancestors));
}

function pairOf(one: SeriesMail, other: SeriesMail, ...above: readonly SeriesMail[]) {
	const groups = groupsOf([one, other, ...above]);
	const [first, second] = [one, other].map((mail) => groups.find(({ mails }) => mails.includes(mail)));
	if (!first || !second) throw new Error('There are two mails.');
	return { first, second };
}

describe('A group of patches', () => {
	const one = mail('a', '[PATCH 1/2] A');
	const other = mail('s', '[PATCH] S');
	const fits: readonly [what: string, mails: [SeriesMail, SeriesMail, ...SeriesMail[]], isSo: boolean][] = [
		['the missing patch', [one, mail('b', '[PATCH 2/2] B')], true],
		['the same patch', [one, mail('b', '[PATCH 1/2] B')], false],
		['a patch of another month', [one, mail('b', '[PATCH 2/2] B', { day: 40 })], false],
		['a patch without a date', [one, mail('b', '[PATCH 2/2] B', { day: undefined })], true],
		['a patch that was never sent', [one, mail(undefined, '[PATCH 2/2] B', { day: 400 })], true],
		['a patch that replies to an unknown mail', [one, mail('b', '[PATCH 2/2] B', { re: 'x' })], true],
		['a patch that replies to another one', [one, mail('b', '[PATCH 2/2] B', { re: 's' }), other], false],
		[
			'a patch that replies to the same mail, however late',
			[mail('a', '[PATCH 1/2] A', { re: 's' }), mail('b', '[PATCH 2/2] B', { re: 's', day: 40 }), other],
			true,
		],
		[
			'the patches before it, sent as a reply',
			[mail('b', '[PATCH 2/2] B', { day: 1 }), mail('a', '[PATCH 1/2] A', { re: 's', day: 2 }), other],
			true,
		],
	];
	for (const [what, [earlier, later, ...above], isSo] of fits) {
		it(`${isSo ? 'can include' : 'does not include'} ${what}`, () => {
			const { first, second } = pairOf(earlier, later, ...above);
			assert.equal(first.fits(second), isSo);
		});
	}
});
