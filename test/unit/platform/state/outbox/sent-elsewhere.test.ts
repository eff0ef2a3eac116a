import assert from 'node:assert/strict';
import { followSentElsewhere } from '../../../../../src/platform/state/outbox/sent-elsewhere.ts';

describe('A change that leaves the outbox', () => {
	it('is read from the disk unless this window has sent it', () => {
		const entry = (id: string) => ({ id, key: id });
		let changed = () => {};
		let settled = (_: unknown) => {};
		const outbox = {
			entries: [entry('here'), entry('refused here'), entry('elsewhere'), entry('left')],
			onDidChange: (listener: typeof changed) => {
				changed = listener;
				return { dispose: () => {} };
			},
			onDidSettle: (listener: typeof settled) => {
				settled = listener;
				return { dispose: () => {} };
			},
		};
		const read: string[] = [];
		followSentElsewhere<string, unknown>(outbox as never, async (key) => void read.push(key));
		settled({ entry: entry('here'), result: { kind: 'sent' } });
		settled({ entry: entry('refused here'), result: { kind: 'failed' } });
		outbox.entries = [entry('left')];
		changed();
		assert.deepEqual(read, ['refused here', 'elsewhere']);
		changed();
		assert.equal(read.length, 2, 'each is read once');
	});
});
