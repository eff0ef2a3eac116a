import assert from 'node:assert/strict';
import { firstOutboxNote, outboxNoteOf, toPageNote } from '../../../../src/platform/page/outbox-note.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';

describe('The note about a change that waits', () => {
	const entry = (state: DescribedEntry['state']): DescribedEntry => ({
		...{
			id: 'one',
			key: 'lamp',
			account: 'ana',
			item: 'lamp 1',
			noun: 'lamp',
			ref: 'lamp 1',
			shortRef: '1',
		},
		...{ text: 'Bright', verb: 'switch', done: 'made' },
		...{ describeProgress: () => assert.fail(), row: () => assert.fail() },
		...{ steps: [{ group: 'one', change: {}, at: 0 }], due: 0, origin: 'here', state },
	});

	it('is about the first direct change that is not about to be sent', () => {
		const refused = { kind: 'refused', reason: 'No.', mayBeDone: false } as const;
		const first = [entry({ kind: 'pending' }), { ...entry(refused), textId: 'text' }];
		assert.equal(firstOutboxNote(first, 0), undefined);
		assert.equal(firstOutboxNote([...first, { ...entry(refused), id: 'two' }], 0)?.entry, 'two');
	});

	for (const [state, now, button, isProblem] of [
		[{ kind: 'waiting', reason: '', mayBeDone: false }, 3_600_000, 'Send Now', true],
		[{ kind: 'conflict', theirs: 'Dark' }, 0, 'Use Mine', true],
	] as const)
		it(`offers ${button} for ${state.kind} after ${now} ms`, () => {
			const shown = outboxNoteOf(entry(state), now);
			assert.deepEqual([shown.button, shown.isProblem], [button, isProblem]);
		});

	it('says why, and offers to send or discard it', () => {
		const note = toPageNote(outboxNoteOf(entry({ kind: 'refused', reason: 'No.', mayBeDone: false }), 0));
		assert.deepEqual(note.pieces, ['Bright: not made. No.']);
		assert.deepEqual(
			[note.kind, note.acts],
			[
				'warning',
				[
					{ act: 'send-now', label: 'Send Again', entry: 'one' },
					{ act: 'discard-change', label: 'Discard', entry: 'one' },
				],
			],
		);
	});

	it('offers to grant the permission that the token lacks', () => {
		const missing = { instance: 'forge.test', scopes: ['lamps:write'] };
		const state = { kind: 'refused', reason: 'No.', mayBeDone: false, missing } as const;
		const { acts } = toPageNote(outboxNoteOf(entry(state), 0));
		assert.deepEqual(acts.map(({ act, label }) => [act, label])[0], ['grant', 'Grant Permissions']);
		assert.equal(acts.length, 3);
	});

	it('is no warning while the change is only waiting', () => {
		const change = outboxNoteOf(entry({ kind: 'waiting', reason: 'Offline.', mayBeDone: false }), 0);
		assert.deepEqual([toPageNote(change).kind, change.button], ['info', 'Send Now']);
	});
});
