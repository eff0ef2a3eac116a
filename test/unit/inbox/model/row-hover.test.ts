import assert from 'node:assert/strict';
import { rowHover } from '../../../../src/inbox/model/row-hover.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { listEvent, repositoryEvent, ticketEvent } from '../events.ts';

const now = Date.parse('2026-03-04T06:06:07Z');
/** Without the dates, which depend on the time zone, and without backslashes. */
const hoverOf = (...events: readonly ForgeEvent[]) => {
	const [newest, ...older] = events.map((event) => ({ event, addedAt: now }));
	assert.ok(newest);
	return rowHover({ id: 'row', entries: [newest, ...older], isUnseen: true }, { me: '~ana', now });
};
const hover = (...events: readonly ForgeEvent[]) =>
	hoverOf(...events)
		.replaceAll('\\', '')
		.split('\n\n')
		.map((line) => line.replace(/ · 1 hour ago · .*/, ' · 1 hour ago'));

const commit = (nth: number) => ({
	id: `${nth}`.repeat(40),
	message: `Step ${nth}\n\nMore`,
	author: 'Bob Ellis',
});

describe('The hover of a row', () => {
	it('says what has happened, and where', () => {
		assert.deepEqual(hover(ticketEvent()), [
			'**~bob commented on ticket 42**',
			'Undo history is lost',
			'~ana/editor · 1 hour ago',
		]);
	});

	it('has the commits of a push', () => {
		assert.deepEqual(hover(repositoryEvent({ commits: [commit(2), commit(1)], commitCount: 300 })), [
			'**~bob pushed 300 commits to master**',
			'~ana/editor · 1 hour ago',
			'2222222 · Step 2 · Bob Ellis<br>1111111 · Step 1 · Bob Ellis<br>and 298 more commits',
		]);
	});

	it('has the message of an annotated tag', () => {
		const tag = repositoryEvent({ kind: 'ref-created', ref: 'refs/tags/v1', tag: 'Version 1\n\nLong' });
		assert.deepEqual(hover(tag), [
			'**~bob created tag v1**',
			'Version 1',
			'~ana/editor · 1 hour ago',
			'Annotated tag',
		]);
	});

	it('has a comment as it would be displayed, and the text of a mail as it was written', () => {
		assert.deepEqual(hover(ticketEvent({ text: 'I *see* it.\n\n- Twice' })).slice(3), [
			'I <em>see</em> it.',
			'- Twice',
		]);
		assert.deepEqual(hover(listEvent({ text: 'Good *work*.\n\nThanks' })).slice(3), [
			'Good *work*.<br><br>Thanks',
		]);
		assert.match(hover(listEvent({ text: 'x\n'.repeat(40) })).join(), /x<br>…$/);
	});

	it('has the last events of several, the newest with its text', () => {
		const reply = (by: string, text: string) => listEvent({ by, text, title: 'Odd files' });
		const earlier = Array.from({ length: 11 }, (_, nth) => reply(`Bob ${nth}`, `Text ${nth}\nmore`));
		assert.deepEqual(hover(reply('Kim Lee', 'Looks good.\nThanks.'), ...earlier), [
			'**Odd files**',
			'~ana/editor-devel',
			'**Kim Lee replied · 1 hour ago**',
			'Looks good.<br>Thanks.',
			`${[0, 1, 2, 3].map((nth) => `Bob ${nth} replied · 1 hour ago: Text ${nth}`).join('<br>')}<br>and 7 earlier updates`,
		]);
	});

	it('names each version of a series', () => {
		const version = (nth: number) => listEvent({ kind: 'patchset', version: nth, patchCount: nth });
		assert.deepEqual(hover(version(2), version(1)).slice(2), [
			'**Bob Ellis sent a patchset, version 2, 2 patches · 1 hour ago**',
			'Bob Ellis sent a patchset, 1 patch · 1 hour ago',
		]);
	});

	it('has the commits of a push that also made branches', () => {
		const branch = repositoryEvent({ kind: 'ref-created', ref: 'refs/heads/fix' });
		assert.deepEqual(hover(branch, repositoryEvent({ commits: [commit(1)] })), [
			'**~bob pushed 1 commit to master and created branch fix**',
			'~ana/editor · 1 hour ago',
			'1111111 · Step 1 · Bob Ellis',
		]);
	});

	it('has the commits of each branch of a push, once if branches have the same', () => {
		const push = (name: string, ...commits: readonly ReturnType<typeof commit>[]) =>
			repositoryEvent({ ref: `refs/heads/${name}`, commits });
		assert.deepEqual(
			hover(
				push('fix', commit(3)),
				push('next', commit(2), commit(1)),
				push('main', commit(2), commit(1)),
			).slice(2),
			[
				[
					'**fix**',
					'3333333 · Step 3 · Bob Ellis',
					'**next and main**',
					...['2222222 · Step 2 · Bob Ellis', '1111111 · Step 1 · Bob Ellis'],
				].join('<br>'),
			],
		);
		const many = Array.from({ length: 5 }, (_, nth) => push(`b${nth}`, commit(nth + 1)));
		assert.match(hover(...many).at(-1) ?? '', /\*\*b2\*\*<br>3333333 [^<]*<br>and 2 more branches$/);
		assert.match(hover(...many.slice(1)).at(-1) ?? '', /<br>and 1 more branch$/);
		const long = ['a', 'b', 'c'].map((name) =>
			push(name, ...[1, 2, 3, 4].map((nth) => commit(nth)), commit(name.charCodeAt(0) - 90)),
		);
		assert.equal(
			hover(...long)
				.at(-1)
				?.match(/Step/g)?.length,
			9,
			'of at most 10',
		);
	});

	it('shows the texts of other users safely', () => {
		const hostileText = '[x](command:evil) <b>';
		assert.doesNotMatch(hoverOf(ticketEvent({ text: hostileText })), /command:|<b>/);
		assert.match(hoverOf(listEvent({ text: hostileText })), /\\\[x\\\]\\\(command\\:evil\\\) &lt;b&gt;/);
		const hostile = { ...commit(1), message: '[x](command:evil) <b>\u202e' };
		const text = hoverOf(repositoryEvent({ commits: [hostile] }));
		assert.match(text, /\\\[x\\\]\\\(command\\:evil\\\) &lt;b&gt;‹U\\\+202E›/);
	});
});
