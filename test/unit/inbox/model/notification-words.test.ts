import assert from 'node:assert/strict';
import { mutedText, notificationText } from '../../../../src/inbox/model/notification-words.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { list, listEvent, repositoryEvent, ticketEvent, tracker } from '../events.ts';

const textOf = (events: readonly ForgeEvent[], isDigest = false) =>
	notificationText(
		events.map((event) => ({ event, me: '~ana' })),
		isDigest,
	);

describe('The text of a notification', () => {
	const cases: readonly (readonly [ForgeEvent, string])[] = [
		[ticketEvent(), '~ana/editor: #42 Undo history is lost · ~bob commented'],
		[
			ticketEvent({ kind: 'assigned', whom: '~ana' }),
			'~ana/editor: #42 Undo history is lost · ~bob assigned you',
		],
		[
			listEvent({ kind: 'patchset', version: 2, patchCount: 3 }),
			'~ana/editor-devel: v2 Keep undo history across reloads · Bob Ellis, 3 patches',
		],
		[
			repositoryEvent({ commits: [{ id: '1', message: 'Fix it\n\nDetails', author: 'Bob' }] }),
			'~ana/editor: ~bob pushed 1 commit to master · Fix it',
		],
		[ticketEvent({ by: '', title: '' }), '~ana/editor: #42 · new comment'],
		[listEvent({ kind: 'list', item: null, by: '' }), '~ana/editor-devel: List changed'],
	];
	for (const [event, text] of cases) {
		it(`about one event is that of its row, after the place: ${text}`, () => {
			assert.equal(textOf([event]), text);
			assert.equal(textOf([event], true), text);
		});
	}

	it('about several events counts them, and names their place or counts the places', () => {
		assert.equal(textOf([ticketEvent(), ticketEvent(), repositoryEvent()]), '3 updates in ~ana/editor');
		assert.equal(textOf([ticketEvent(), listEvent()]), '2 updates in 2 places');
		assert.equal(
			textOf([ticketEvent(), listEvent(), listEvent()], true),
			'While you were away: 3 updates in 2 places',
		);
	});

	it('is on one line, and not endless', () => {
		const place = { ...tracker, tracker: `x\n${'y'.repeat(500)}` };
		const text = textOf([
			ticketEvent({ place, title: `a\nb ${'c'.repeat(900)}`, by: `~${'d'.repeat(900)}` }),
		]);
		assert.doesNotMatch(text, /\n/);
		assert.ok(text.length < 600, `${text.length}`);
		const other = { ...list, list: `z\n${'z'.repeat(500)}` };
		assert.ok(textOf([listEvent({ place: other }), listEvent({ place: other })]).length < 200);
	});
});

describe('What Mute This has done', () => {
	for (const [events, what] of [
		[[listEvent({ kind: 'thread' })], 'new threads in ~ana/editor-devel'],
		[[ticketEvent(), ticketEvent()], 'comments in ~ana/editor'],
		[[ticketEvent(), listEvent()], 'comments in ~ana/editor and replies in ~ana/editor-devel'],
		[[ticketEvent(), listEvent(), ticketEvent({ kind: 'labels' })], 'comments in ~ana/editor and 2 more'],
	] as const) {
		it(`is said: ${what}`, () =>
			assert.equal(mutedText(events), `Muted: ${what}. They still appear in the Inbox.`));
	}
});
