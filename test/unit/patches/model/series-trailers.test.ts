import assert from 'node:assert/strict';
import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import {
	countedTrailers,
	seriesTrailers,
	trailerCounts,
	trailerMailOf,
} from '../../../../src/patches/model/series-trailers.ts';
import { edited, text } from '../../../kit/mails/diff-text.ts';
import { mailed, patchesOf } from '../../../kit/mails/mailed.ts';

const diff = `${edited()}${text('@@ -1 +1 @@', '-a', '+b')}`.split('\n');
const cover = mailed({ id: 1, subject: '[PATCH 0/2] x', lines: ['Both.'] });
const [one, two] = [2, 3].map((id) =>
	mailed({
		id,
		to: 1,
		subject: `[PATCH ${id - 1}/2] x`,
		lines: ['Why.', '', ...(id === 3 ? ['Reviewed-by: Cid <cid@example.org>'] : []), '---', ...diff],
	}),
);
assert.ok(one && two);
const series = [cover, one, two];
const patches = patchesOf(series);
const trailersOf = (replies: readonly FullMail[]) =>
	seriesTrailers(
		patches.map(({ mail }) => mail),
		1,
		[...series, ...replies].map(trailerMailOf),
	);

const bob = 'Bob <bob@example.org>';
const reply = (id: number, to: number, ...lines: readonly string[]) => mailed({ id, to, from: bob, lines });
const drawn = (...replies: readonly FullMail[]) =>
	trailersOf(replies).map(
		({ key, person, patches, mails, isFromPerson }) =>
			`${key}: ${person.name} <${person.email}> for ${patches} in ${mails}${isFromPerson ? '' : ', from another address'}`,
	);

describe('The trailers of a series', () => {
	it('are for the patch that a reply answers', () => {
		assert.deepEqual(drawn(reply(4, 3, '> a', 'Good.', `reviewed-by: ${bob}`)), [
			'Reviewed-by: Bob <bob@example.org> for 1 in 4',
		]);
	});

	it('are for all patches in a reply to the cover letter', () => {
		assert.deepEqual(drawn(reply(4, 1, `Tested-by: ${bob} # on two machines`)), [
			'Tested-by: Bob <bob@example.org> for 0,1 in 4',
		]);
	});

	it('may be in answers to replies, and are one if a person gives them several times', () => {
		const answers = [
			reply(4, 2, 'Why?'),
			reply(5, 4, `Acked-by: ${bob}`),
			reply(6, 3, 'Acked-by: BOB@example.org'),
		];
		assert.deepEqual(drawn(...answers), ['Acked-by: Bob <bob@example.org> for 0,1 in 5,6']);
	});

	it('do not count if they are quoted, in a signature, or name no person', () => {
		const lines = [`> Reviewed-by: ${bob}`, 'Fixes: #1', 'Reviewed-by:', '-- ', `Acked-by: ${bob}`];
		assert.deepEqual(drawn(reply(4, 2, ...lines)), []);
	});

	it('may be those of another person, or from another address', () => {
		assert.deepEqual(drawn(reply(4, 2, 'Acked-by: Eve <eve@example.org>', 'Tested-by: bob')), [
			'Acked-by: Eve <eve@example.org> for 0 in 4, from another address',
			'Tested-by: bob <bob@example.org> for 0 in 4',
		]);
	});

	it('are not from the person whose address or name a stranger uses', () => {
		const forged = {
			from: { name: 'Bob via devel', email: 'eve@example.org' },
			replyTo: [{ name: '', email: 'bob@example.org' }],
		};
		const drawnOf = (mail: FullMail, from: Partial<FullMail['mail']>) =>
			drawn({ ...mail, mail: { ...mail.mail, ...from } });
		assert.deepEqual(drawnOf(reply(4, 2, `Acked-by: ${bob}`), forged), [
			'Acked-by: Bob <bob@example.org> for 0 in 4, from another address',
		]);
		assert.deepEqual(
			drawnOf(reply(4, 2, 'Acked-by: Bob'), { from: { name: 'Bob', email: 'eve@example.org' } }),
			['Acked-by: Bob <eve@example.org> for 0 in 4'],
		);
	});

	it('are limited in number', () => {
		const names = (id: number) =>
			Array.from({ length: 100 }, (_, nth) => `Acked-by: Bob ${id} ${nth} <${id}.${nth}@example.org>`);
		const replies = Array.from({ length: 6 }, (_, nth) => reply(nth + 4, 2, ...names(nth)));
		const given = trailersOf([...replies, reply(20, 3, ...names(0))]);
		assert.equal(given.length, 500);
		assert.deepEqual(given[0]?.mails, [4, 20]);
	});

	it('are not those of another version', () => {
		const newer = mailed({ id: 4, to: 2, subject: '[PATCH v2 1/2] x', lines: ['---', ...diff] });
		const newCover = mailed({ id: 6, to: 1, subject: '[PATCH v2 0/2] x', lines: ['Both.'] });
		const replies = [newer, reply(5, 4, `Acked-by: ${bob}`), newCover, reply(7, 6, `Acked-by: ${bob}`)];
		assert.deepEqual(drawn(...replies), []);
	});
});

describe('The trailers that count', () => {
	const by = (email: string) => [{ key: 'Reviewed-by', person: { name: 'Bob', email } }];
	const countOf = (...emails: readonly string[]) => countedTrailers(emails.map(by), []).length;

	it('are those of one person if one of them has no address, in any order', () => {
		assert.deepEqual([countOf('', 'bob@a'), countOf('bob@a', ''), countOf('', '')], [1, 1, 1]);
	});

	it('are those of two persons if they have the same name', () => {
		assert.deepEqual([countOf('bob@a', 'bob@b'), countOf('', 'bob@a', 'bob@b')], [2, 3]);
	});
});

describe('The counts of trailers', () => {
	it('are the persons who gave one in the message or in a reply, but not for another person', () => {
		const given = trailersOf([
			reply(4, 1, `Reviewed-by: ${bob}`, 'Reviewed-by: eve@example.org'),
			reply(5, 3, `Tested-by: ${bob}`, `Acked-by: ${bob}`),
		]);
		const [{ patch: named } = assert.fail()] = patchesOf([
			mailed({ id: 9, subject: '[PATCH] x', lines: ['Why.', '', 'Reviewed-by: Bob', '---', ...diff] }),
		]);
		assert.equal(trailerCounts(named, 0, given).reviewed, 1, 'once also if the message has no address');
		const counts = patches.map(({ patch }, index) => trailerCounts(patch, index, given));
		assert.deepEqual(counts, [
			{ reviewed: 1, acked: 0, tested: 0 },
			{ reviewed: 2, acked: 1, tested: 1 },
		]);
	});
});
