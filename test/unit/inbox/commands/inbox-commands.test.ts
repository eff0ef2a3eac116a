import assert from 'node:assert/strict';
import type { InboxEntry } from '../../../../src/inbox/model/entry.ts';
import { clickedEvent, targetOfEvent, targetOfPlace } from '../../../../src/inbox/model/inbox-target.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { takeCalls } from '../../../kit/window/editor.ts';
import { listEvent, repositoryEvent, ticketEvent, tracker } from '../events.ts';

const { InboxCommands } = await import('../../../../src/inbox/commands/inbox-commands.ts');

const first = ticketEvent({ key: 'event 1' });
const second = ticketEvent({ key: 'event 2' });
const reply = listEvent({ key: 'mail 1' });
const all = [first, second, reply];
const rowOf = (event: ForgeEvent) => ({ id: event.key, label: '', about: targetOfEvent(event) });

function open(selected: readonly unknown[] = [], events: readonly ForgeEvent[] = all) {
	const entries: readonly InboxEntry[] = events.map((event) => ({ event, addedAt: 0 }));
	const seen: string[] = [];
	const revealed: string[] = [];
	const commands = new InboxCommands(
		{ entries, markSeen: async (marked) => void seen.push(...marked.map(({ key }) => key)) },
		() => selected,
		async (view, row) => void revealed.push(`${view} ${row}`),
	);
	return { commands, seen, revealed };
}

describe('The commands of the inbox', () => {
	for (const [event, call] of [
		[first, /^command: tildeforge\.openTicket: .*"ticket":42/],
		[reply, /^command: tildeforge\.openPatchset: .*"patchset":3/],
		[
			repositoryEvent({ commits: [{ id: 'c0ffee', message: 'Blink slowly', author: 'Bob' }] }),
			/^command: tildeforge\.openCommit: (?!.*isClicked).*"commit":"c0ffee"/,
		],
		[listEvent({ kind: 'list', item: null }), /^command: tildeforge\.patches\.focus$/],
	] as const) {
		it(`open what an event is about, move the focus there, and mark it as seen: ${call.source}`, async () => {
			const { commands, seen } = open([], [event]);
			await commands.open([targetOfEvent(event)]);
			assert.match(takeCalls().join(), call);
			assert.deepEqual(seen, [event.key]);
		});
	}

	for (const [event, call] of [
		[first, /^command: tildeforge\.openRow: .*"ticket":42/],
		[reply, /^command: tildeforge\.openPatchsetRow: .*"patchset":3/],
		[
			repositoryEvent({ kind: 'ref-created', ref: 'refs/tags/v1' }),
			/^command: tildeforge\.openCommit: .*"name":"refs\/tags\/v1","isClicked":true,"view":"tildeforge\.inbox"/,
		],
		[
			repositoryEvent({ kind: 'ref-deleted' }),
			/^command: tildeforge\.repositories\.focus,command: tildeforge\.inbox\.focus$/,
		],
	] as const) {
		it(`preview what a clicked row is about: ${call.source}`, async () => {
			const { commands } = open([], [event]);
			await commands.open([clickedEvent(event)]);
			assert.match(takeCalls().join(), call);
		});
	}

	it('select the row of a list or repository whose details have changed, and Enter goes there', async () => {
		const changed = repositoryEvent({ kind: 'repository', ref: '' });
		const { commands, revealed } = open([], [changed]);
		commands.pressRowKey('enter');
		await commands.open([clickedEvent(changed)]);
		assert.deepEqual(revealed, ['tildeforge.repositories session/~ana/editor']);
		assert.deepEqual(takeCalls(), ['command: tildeforge.repositories.focus']);
	});

	it('open nothing for what is not in the inbox', async () => {
		const { commands, seen } = open();
		for (const given of [
			undefined,
			null,
			'x',
			{},
			{ kind: 'inboxEvent' },
			targetOfEvent(repositoryEvent({ key: 'push' })),
		])
			await commands.open([given]);
		assert.deepEqual([takeCalls(), seen], [[], []]);
	});

	it('mark the events of all chosen rows, and those of a place', async () => {
		const { commands, seen } = open();
		await commands.markSeen([rowOf(first), [rowOf(first), rowOf(reply)]]);
		assert.deepEqual(seen.splice(0), ['event 1', 'mail 1']);
		await commands.markSeen([{ id: 'place', label: '', about: targetOfPlace(tracker) }]);
		assert.deepEqual(seen.splice(0), ['event 1', 'event 2']);
		await commands.markAllSeen();
		assert.deepEqual(seen, ['event 1', 'event 2', 'mail 1']);
	});

	it('mark the selected rows if they are run by a key', async () => {
		const { commands, seen } = open([rowOf(second)]);
		await commands.markSeen([]);
		assert.deepEqual(seen, ['event 2']);
	});

	it('say that nothing is selected', async () => {
		const { commands, seen } = open();
		await commands.markSeen([]);
		assert.deepEqual([takeCalls(), seen], [['status bar: Select an update first.'], []]);
	});
});
