import assert from 'node:assert/strict';
import {
	confirmAfterMs,
	entryReader,
	isUnconfirmed,
} from '../../../../../src/platform/state/outbox/entry.ts';
import { type LampEntry, lampEntry, lamps } from './lamps.ts';

const readEntry = entryReader(lamps);

const states: readonly LampEntry['state'][] = [
	{ kind: 'pending' },
	{ kind: 'waiting', reason: 'Offline.', mayBeDone: true },
	{ kind: 'sending', since: 3 },
	{ kind: 'sending', since: 3, reason: 'Offline.' },
	{ kind: 'refused', reason: 'Locked.', mayBeDone: false },
	{
		kind: 'refused',
		reason: 'No.',
		mayBeDone: false,
		missing: { instance: 'forge.test', scopes: ['lamps:write'] },
	},
	{ kind: 'conflict', theirs: 'green' },
];

describe('An entry of an outbox', () => {
	for (const state of states) {
		it(`is read as it was written if it is ${JSON.stringify(state)}`, () => {
			const entry = lampEntry('one', { state, checkAt: 9 });
			assert.deepEqual(readEntry(JSON.parse(JSON.stringify(entry))), entry);
		});
	}

	it('is read without what an earlier version would have brought back by Undo', () => {
		const entry = lampEntry('one');
		const steps = entry.steps.map((step) => ({ ...step, replaced: [{ index: 0, entry: lampEntry('two') }] }));
		assert.deepEqual(readEntry({ ...entry, isForced: false, steps }), entry);
	});

	for (const [what, json] of [
		['text', 'pending'],
		['no state', { ...lampEntry('one'), state: undefined }],
		['an unknown state', { ...lampEntry('one'), state: { kind: 'sent' } }],
		['another key', { ...lampEntry('one'), key: 'kitchen' }],
		[
			'another change',
			lampEntry('one', { steps: [{ group: '', change: JSON.parse('{"brightness":"5"}'), at: 0 }] }),
		],
		['no change', lampEntry('one', { steps: [] })],
	] as const) {
		it(`is not read if it has ${what}`, () => assert.equal(readEntry(json), undefined));
	}

	it('has to be confirmed when its oldest change has waited too long, unless it may have been sent', () => {
		const entry = lampEntry('one', {
			steps: [...lampEntry('', {}, 5).steps, ...lampEntry('', {}, 900_000).steps],
		});
		assert.equal(isUnconfirmed(entry, confirmAfterMs + 5), false);
		assert.equal(isUnconfirmed(entry, confirmAfterMs + 6), true);
		assert.equal(
			isUnconfirmed({ ...entry, state: { kind: 'sending', since: 0 } }, confirmAfterMs + 6),
			false,
		);
	});
});
