import assert from 'node:assert/strict';
import { eventHover } from '../../../../src/inbox/model/event-hover.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { repositoryEvent, ticketEvent } from '../events.ts';

const now = Date.parse('2026-03-04T06:06:07Z');
/** Without the dates, which depend on the time zone, and without backslashes. */
const hover = (event: ForgeEvent) =>
	eventHover(event, { me: '~ana', now })
		.replaceAll('\\', '')
		.split('\n\n')
		.map((line) => line.replace(/ · 1 hour ago · .*/, ' · 1 hour ago'));

const commit = (nth: number) => ({
	id: `${nth}`.repeat(40),
	message: `Step ${nth}\n\nMore`,
	author: 'Bob Ellis',
});

describe('The hover of an event', () => {
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

	it('shows the texts of other users safely', () => {
		const hostile = { ...commit(1), message: '[x](command:evil) <b>\u202e' };
		const text = eventHover(repositoryEvent({ commits: [hostile] }), { me: '~ana', now });
		assert.match(text, /\\\[x\\\]\\\(command\\:evil\\\) &lt;b&gt;‹U\\\+202E›/);
	});
});
