import assert from 'node:assert/strict';
import { listSummary, ticketSummary } from '../../../../src/inbox/model/summary-words.ts';
import { listEvent, ticketEvent } from '../events.ts';

describe('The summary of several events', () => {
	it('of a ticket says what concerns the user first', () => {
		const unassigned = ticketEvent({ kind: 'unassigned', whom: '~ana' });
		const words = ticketSummary([unassigned, ticketEvent(), ticketEvent()], '~ana');
		assert.deepEqual(words, {
			icon: 'person',
			label: '#42 Undo history is lost',
			details: 'unassigned from you, 2 comments',
			spokenSubject: ['Ticket 42', 'Undo history is lost'],
		});
	});

	it('of a ticket counts what it does not name', () => {
		const details = (...kinds: readonly Parameters<typeof ticketEvent>[0][]) => {
			const [first = ticketEvent(), ...others] = kinds.map(ticketEvent);
			return ticketSummary([first, ...others], '~ana').details;
		};
		const labels = { kind: 'labels' } as const;
		assert.equal(details(labels), '1 change');
		assert.equal(
			details(labels, { kind: 'created' }, { kind: 'assigned', whom: '~bob' }),
			'new ticket, 2 other changes',
		);
		assert.equal(details({ kind: 'assigned', whom: '~ana' }, labels), 'assigned to you, 1 other change');
	});

	it('of a series says what has come', () => {
		const summary = (version: number, ...others: readonly ReturnType<typeof listEvent>[]) => {
			const { icon: _, ...words } = listSummary([
				listEvent({ kind: 'patchset', version, patchCount: 3 }),
				...others,
			]);
			return words;
		};
		const title = 'Keep undo history across reloads';
		const reply = listEvent({ concerns: ['patch-sent'] });
		assert.deepEqual(summary(2, listEvent({ kind: 'thread' }), reply, reply), {
			...{ label: `v2 ${title}`, details: '3 patches, new thread, 2 replies to you' },
			spokenSubject: [title, 'version 2'],
		});
		assert.deepEqual(summary(1, reply, listEvent({ concerns: [] })), {
			...{ label: title, details: '3 patches, 2 replies', spokenSubject: [title] },
		});
		assert.equal(listSummary([listEvent({ kind: 'patchset' })]).details, 'patchset');
	});

	it('of a series names the newest version, also if an older one arrives later', () => {
		const versions = [1, 3, 2].map((version) => listEvent({ kind: 'patchset', version }));
		const [first = assert.fail(), ...others] = versions;
		assert.match(listSummary([first, ...others]).label, /^v3 /);
	});
});
