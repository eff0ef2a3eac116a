import assert from 'node:assert/strict';
import { describeRow } from '../../../../src/inbox/model/describe-row.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { list, listEvent, repositoryEvent, ticketEvent } from '../events.ts';

const now = Date.parse('2026-03-04T05:38:07Z');

/** The row of events about one subject, the newest first. */
const rowOf = ([newest, ...older]: readonly [ForgeEvent, ...ForgeEvent[]], isUnseen = true) => {
	const entry = (event: ForgeEvent) => ({ event, addedAt: now });
	const entries = [entry(newest), ...older.map(entry)] as const;
	return describeRow({ id: 'row', entries, isUnseen }, { me: '~ana', now });
};

describe('The row of one event', () => {
	it('has the title, the age, what happened and the first own line, and is blue while it is unseen', () => {
		assert.deepEqual(rowOf([ticketEvent({ text: 'I see it too.\nEvery day.' })]), {
			icon: 'comment',
			label: '#42 Undo history is lo…',
			description: '~bob: I see it too. · 32m',
			color: 'charts.blue',
			spokenLabel:
				'~bob commented on ticket 42, Undo history is lost, I see it too., ~ana/editor, 32 minutes ago, unseen',
		});
	});

	it('is plain when it was seen', () => {
		const { color, spokenLabel } = rowOf([ticketEvent()], false);
		assert.equal(color, undefined);
		assert.equal(
			spokenLabel,
			'~bob commented on ticket 42, Undo history is lost, ~ana/editor, 32 minutes ago',
		);
	});

	it('is read aloud with the version and patches of a patchset', () => {
		const { label, description, spokenLabel } = rowOf([
			listEvent({ kind: 'patchset', version: 3, patchCount: 1 }),
		]);
		assert.equal(label, 'v3 Keep undo history a…');
		assert.equal(description, 'Bob Ellis, 1 patch · 32m');
		assert.equal(
			spokenLabel,
			'Bob Ellis sent a patchset, Keep undo history across reloads, version 3, 1 patch, ~ana/editor-devel, 32 minutes ago, unseen',
		);
	});

	it('has who and what before a narrow view cuts them off, and is read aloud as a whole', () => {
		const title = 'Crash when opening a large file';
		const text = 'Invalid read of size 8, says valgrind, in the function that joins lines.';
		const { label, description, spokenLabel } = rowOf([ticketEvent({ title, text })]);
		assert.deepEqual(
			[label, description],
			['#42 Crash when opening…', '~bob: Invalid read of size 8, says valgrind, in the fu… · 32m'],
		);
		assert.match(spokenLabel, new RegExp(`${title}, ${text}`));
		const patchset = listEvent({ kind: 'patchset', patchCount: 2, text: 'Why.' });
		assert.equal(rowOf([patchset]).description, 'Bob Ellis: Why. · 2 patches · 32m');
	});

	it('says that a mail mentions the user, as a comment does', () => {
		const mention = listEvent({ concerns: ['mentioned', 'watched'] });
		const words = [rowOf([mention]), rowOf([listEvent(), mention])].map(
			({ icon, description }) => `${icon}: ${description}`,
		);
		assert.deepEqual(words, [
			'mention: Bob Ellis replied and mentioned you · 32m',
			'mention: Bob Ellis · mentions you, 2 replies · 32m',
		]);
		const thread = listEvent({ kind: 'thread', concerns: ['mentioned'] });
		assert.match(rowOf([thread]).spokenLabel, /^Bob Ellis started a thread and mentioned you, /);
	});

	it('has the words of a repository', () => {
		assert.equal(rowOf([repositoryEvent()]).label, '~bob pushed to master');
	});

	it('has only what is known', () => {
		const { description, spokenLabel } = rowOf([ticketEvent({ at: '', title: '', by: '' })]);
		assert.equal(description, 'new comment');
		assert.equal(spokenLabel, 'New comment on ticket 42, ~ana/editor, unseen');
	});
});

describe('The row of several events', () => {
	const reply = (by: string, text?: string) => listEvent({ by, text, title: 'Odd files' });
	const title = 'Odd files';

	it('counts them, and has the last sender and their first own line, also when it is read aloud', () => {
		const row = rowOf([reply('Kim Lee', 'Looks good.'), ...Array(11).fill(reply('Bob Ellis'))]);
		assert.deepEqual([row.label, row.description], ['Odd files', 'Kim Lee: Looks good. · 12 replies · 32m']);
		assert.equal(
			row.spokenLabel,
			'Odd files, 12 replies, last by Kim Lee, Looks good., ~ana/editor-devel, 32 minutes ago, unseen',
		);
	});

	it('names only the newest version of a series', () => {
		const version = (nth: number) =>
			listEvent({ kind: 'patchset', title, version: nth, patchCount: nth, item: { ...list, patchset: nth } });
		const { label, description, icon, spokenLabel } = rowOf([
			...[reply('Kim Lee'), version(3), version(2), version(1)],
		] as [ForgeEvent, ...ForgeEvent[]]);
		assert.deepEqual(
			[label, description, icon],
			['v3 Odd files', 'Kim Lee · 3 patches, 1 reply · 32m', 'git-pull-request'],
		);
		assert.match(spokenLabel, /^Odd files, version 3, 3 patches, 1 reply, last by Kim Lee, /);
	});

	it('has the last one who is known, because forges do not say who has set a status', () => {
		const status = listEvent({ kind: 'patchset-status', status: 'needs_revision', by: '', title });
		const { description } = rowOf([status, reply('Kim Lee', 'Not yet.'), reply('')]);
		assert.equal(description, 'Kim Lee: Not yet. · needs revision, 2 replies · 32m');
	});

	it('says what has happened to a ticket, a mention and an assignment first', () => {
		const events = [
			ticketEvent({ kind: 'labels', by: '~carol' }),
			ticketEvent({ kind: 'status', status: 'resolved', resolution: 'fixed' }),
			ticketEvent({ concerns: ['mentioned'] }),
			ticketEvent({ kind: 'assigned', whom: '~ana' }),
			ticketEvent({ kind: 'created' }),
		] as const;
		const { icon, label, description, spokenLabel } = rowOf(events);
		const words = 'mentions you, assigned to you, new ticket, 1 comment, resolved as fixed, 1 other change';
		assert.deepEqual(
			[icon, label, description],
			['mention', '#42 Undo history is lo…', `~carol · ${words} · 32m`],
		);
		assert.equal(
			spokenLabel,
			`Ticket 42, Undo history is lost, ${words}, last by ~carol, ~ana/editor, 32 minutes ago, unseen`,
		);
		assert.equal(
			rowOf([ticketEvent({ kind: 'labels' }), ticketEvent({ kind: 'other' })]).description,
			'~bob · 2 changes · 32m',
		);
	});

	it('says that all replies are to the user', () => {
		const toUser = listEvent({ concerns: ['patch-sent'] });
		assert.match(rowOf([toUser, toUser]).description, /2 replies to you/);
		assert.match(rowOf([toUser, listEvent()]).description, /2 replies · /);
	});

	it('names what one push has changed', () => {
		const created = (name: string) => repositoryEvent({ kind: 'ref-created', ref: `refs/heads/${name}` });
		assert.equal(rowOf([created('b'), created('a')]).label, '~bob created branches a and b');
	});
});
