import assert from 'node:assert/strict';
import fc from 'fast-check';
import { entryReader } from '../../../../../src/platform/state/outbox/entry.ts';
import type { RequestedChange } from '../../../../../src/tickets/state/changes/change.ts';
import {
	type DirectChange,
	directChangeOf,
	mergeChanges,
	type TicketEntry,
	ticketOutboxFormat,
	withChange,
	withWaiting,
} from '../../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { ticket } from '../../../../kit/items/query-tickets.ts';

const readEntry = entryReader(ticketOutboxFormat);

const state = { status: 'reported', resolution: 'unresolved', labels: ['bug'] };

const changes: fc.Arbitrary<DirectChange> = fc.record(
	{
		status: fc.constantFrom('reported', 'confirmed', 'in_progress'),
		addLabels: fc.uniqueArray(fc.constantFrom('bug', 'easy'), { maxLength: 1 }),
		removeLabels: fc.uniqueArray(fc.constantFrom('slow', 'wip'), { maxLength: 2 }),
	},
	{ requiredKeys: [] },
);

describe('Pending changes of a ticket', () => {
	it('are not read without a field that only a newer version knows', () => {
		const read = (change: unknown) =>
			readEntry({
				...{ id: 'one', due: 0, origin: 'here', state: { kind: 'pending' } },
				key: { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 1 },
				steps: [{ group: 'g', at: 0, change }],
			});
		assert.ok(read({ change: { status: 'confirmed' } }));
		assert.equal(read({ change: { status: 'confirmed', priority: 'high' } }), undefined);
		assert.ok(read({ change: {}, creation: { title: 'It crashes' } }));
		assert.equal(read({ change: {}, creation: { title: 'It crashes', visibility: 'private' } }), undefined);
	});

	it('have the same result merged as one after the other', () => {
		const swap = ({ addLabels, removeLabels, ...rest }: DirectChange): DirectChange => ({
			...rest,
			...(removeLabels && { addLabels: removeLabels }),
			...(addLabels && { removeLabels: addLabels }),
		});
		fc.assert(
			fc.property(changes, changes, fc.boolean(), (one, other, isSwapped) => {
				const later = isSwapped ? swap(other) : other;
				const merged = withChange(state, mergeChanges(one, later));
				const after = withChange(withChange(state, one), later);
				assert.deepEqual(
					{ ...merged, labels: [...merged.labels].sort() },
					{
						...after,
						labels: [...after.labels].sort(),
					},
				);
			}),
		);
	});

	const [confirmed, wip] = [{ status: 'confirmed' }, { addLabels: ['wip'] }] as const;
	const fixed = { status: 'resolved', resolution: 'fixed' } as const;
	const duplicate = { status: 'resolved', resolution: 'duplicate', duplicateOf: '#3' } as const;
	for (const [what, earlier, later, merged] of [
		['a later status replaces a resolution', fixed, confirmed, confirmed],
		[
			'a later resolution replaces the earlier one',
			fixed,
			{ resolution: 'invalid' },
			{ ...fixed, resolution: 'invalid' },
		],
		[
			'a later resolution no longer names the original of a duplicate',
			duplicate,
			{ resolution: 'fixed' },
			fixed,
		],
		['labels leave the original of a duplicate as it is', duplicate, wip, { ...duplicate, ...wip }],
		[
			'a label that is added and removed is removed',
			wip,
			{ removeLabels: ['wip'] },
			{ removeLabels: ['wip'] },
		],
		[
			'a user who is assigned and unassigned is unassigned, and the later title is set',
			{ assign: ['~ana', '~bob'], title: 'First' },
			{ unassign: ['~bob'], title: 'Second' },
			{ title: 'Second', assign: ['~ana'], unassign: ['~bob'] },
		],
		['labels leave the status as it is', confirmed, wip, { ...confirmed, ...wip }],
	] as const satisfies readonly (readonly [string, DirectChange, DirectChange, DirectChange])[]) {
		it(`are merged: ${what}`, () => assert.deepEqual(mergeChanges(earlier, later), merged));
	}

	it('expect the ticket as it was before an earlier one that is undone', () => {
		const base = { status: 'reported', resolution: 'unresolved', labels: ['bug'] };
		const after = { status: 'confirmed', resolution: 'unresolved', labels: ['bug', 'wip'] };
		const later = { change: { status: 'in_progress' }, base: after } as const;
		const without = (change: DirectChange) => ticketOutboxFormat.without({ change, base }, later).base;
		assert.deepEqual(without({ status: 'confirmed' }), { ...base, labels: ['bug', 'wip'] });
		assert.deepEqual(without({ addLabels: ['wip'] }), { ...after, labels: ['bug'] });
		assert.equal(ticketOutboxFormat.without(later, { change: { comment: 'Yes.' } }).base, undefined);
	});

	for (const [what, earlier, later, left] of [
		['nothing of the status', fixed, confirmed, undefined],
		['nothing of the status after a resolution', confirmed, { resolution: 'fixed' }, undefined],
		['nothing of the original of a duplicate', { ...duplicate, ...wip }, confirmed, wip],
		[
			'the labels that it does not name',
			{ status: 'confirmed', addLabels: ['wip', 'easy'], removeLabels: ['bug'] },
			{ status: 'reported', removeLabels: ['wip'], addLabels: ['bug'] },
			{ addLabels: ['easy'] },
		],
		[
			'the users whom it does not name',
			{ assign: ['~ana', '~bob'], title: 'First' },
			{ unassign: ['~bob'], title: 'Second' },
			{ assign: ['~ana'] },
		],
		['everything after other fields', { assign: ['~ana'] }, { title: 'New' }, { assign: ['~ana'] }],
		['the status after labels', confirmed, wip, confirmed],
		['everything after a comment', wip, { comment: 'Yes.' }, wip],
	] as const satisfies readonly (readonly [
		string,
		DirectChange,
		RequestedChange,
		DirectChange | undefined,
	])[]) {
		it(`that were refused leave, after a later change, ${what}`, () =>
			assert.deepEqual(ticketOutboxFormat.leftAfter({ change: earlier }, { change: later })?.change, left));
	}

	const seen = { status: 'confirmed', resolution: 'unresolved', labels: ['bug', 'easy'] };
	for (const [what, earlier, base] of [
		['the status that it was changed from first', { status: 'in_progress' }, { ...seen, status: 'reported' }],
		['the labels that were changed first', { addLabels: ['easy'] }, { ...seen, labels: ['bug'] }],
		['what the user saw later of what was not changed before', {}, seen],
	] as const satisfies readonly (readonly [string, DirectChange, object])[]) {
		it(`are compared with ${what}`, () => {
			const { merge } = ticketOutboxFormat;
			const merged = merge({ change: earlier, base: state }, { change: { status: 'pending' }, base: seen });
			assert.deepEqual(merged.base, base);
		});
	}

	it('have a ticket to compare with if one of them has', () => {
		const { merge } = ticketOutboxFormat;
		for (const [one, other] of [
			[{ base: seen }, {}],
			[{}, { base: seen }],
		])
			assert.equal(merge({ change: {}, ...one }, { change: {}, ...other }).base, seen);
	});

	it('know the numbers of the labels of both when they are merged, and when the earlier one is undone', () => {
		const { merge, without } = ticketOutboxFormat;
		const earlier = { change: { addLabels: ['bug'] }, base: seen, labelIds: [['bug', 1]] } as const;
		const later = { change: { removeLabels: ['easy'] }, base: seen, labelIds: [['easy', 3]] } as const;
		for (const combine of [merge, without])
			assert.deepEqual(combine(earlier, later).labelIds, [
				['bug', 1],
				['easy', 3],
			]);
	});

	it('leave comments out of how the ticket looks', () => {
		const comment = { change: { comment: 'Thanks!', status: 'confirmed' } } as const;
		const after = ticketOutboxFormat.merge(comment, { change: { addLabels: ['easy'] } });
		assert.deepEqual(after, { change: { status: 'confirmed', addLabels: ['easy'] } });
		assert.deepEqual(directChangeOf(comment.change), { status: 'confirmed' });
		assert.equal(directChangeOf({ comment: 'Thanks!' }), undefined);
	});

	for (const [change, after] of [
		[
			{ status: 'resolved', resolution: 'fixed' },
			{ ...state, status: 'resolved', resolution: 'fixed' },
		],
		[
			{ addLabels: ['easy'], removeLabels: ['bug'] },
			{ ...state, labels: ['easy'] },
		],
		[{ status: 'reported', addLabels: ['bug'] }, state],
	] as const satisfies readonly (readonly [DirectChange, object])[]) {
		it(`are shown in the ticket: ${JSON.stringify(change)}`, () =>
			assert.deepEqual(withChange(state, change), after));
	}

	it('reopen a resolved ticket, and change its resolution', () => {
		const resolved = { ...state, status: 'resolved', resolution: 'fixed' };
		assert.deepEqual(withChange(resolved, { status: 'reported' }), state);
		assert.equal(withChange(resolved, { resolution: 'invalid' }).resolution, 'invalid');
	});

	it('show who is assigned, and the title', () => {
		const bob = { canonical_name: '~bob', name: 'Bob' };
		const before = { ...state, title: 'Old', assignees: [bob] };
		const assigned = withChange(before, { assign: ['~ana'], title: 'New' });
		assert.deepEqual(assigned, {
			...{ ...state, title: 'New' },
			assignees: [bob, { canonical_name: '~ana', name: 'ana' }],
		});
		assert.deepEqual(withChange(before, { unassign: ['~bob'] }).assignees, []);
	});

	it('are compared with the title that was changed first', () => {
		const { merge } = ticketOutboxFormat;
		const titled = (title: string, after: string) => ({
			change: { title: after },
			base: { ...state, title },
		});
		assert.equal(merge(titled('One', 'Two'), titled('Two', 'Three')).base?.title, 'One');
	});

	it('are shown in the list of a tracker, which stays the same if they change nothing', () => {
		const known = new Map([1, 2].map((id) => [id, ticket({ id, status: 'reported' })]));
		const shown = withWaiting(
			known,
			new Map([
				[2, { status: 'confirmed' }],
				[3, { status: 'confirmed' }],
			]),
		);
		assert.deepEqual(
			[...shown.values()].map(({ status }) => status),
			['reported', 'confirmed'],
		);
		assert.equal(withWaiting(known, new Map([[2, { status: 'reported' }]])), known);
	});

	it('are read as they were written', () => {
		const entry: TicketEntry = {
			...{ id: 'one', due: 1, origin: 'here', state: { kind: 'pending' } },
			key: { account: 'a', owner: '~ana', tracker: 'editor', ticket: 1 },
			steps: [
				{ group: 'g', at: 1, change: { change: { status: 'resolved', resolution: 'fixed' }, base: state } },
				{ group: 'h', at: 2, change: { change: { addLabels: ['easy'] }, labelIds: [['easy', 3]] } },
			],
		};
		assert.deepEqual(readEntry(JSON.parse(JSON.stringify(entry))), entry);
	});
});
