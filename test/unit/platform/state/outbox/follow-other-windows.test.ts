import assert from 'node:assert/strict';
import { followOtherWindows } from '../../../../../src/platform/state/outbox/follow-other-windows.ts';
import { until } from '../../../../tools/until.ts';

describe('A change that leaves the outbox', () => {
	it('is read from the disk once, with others, unless this window has sent it', async () => {
		const entry = (id: string) => ({ id, key: id });
		let changed = () => {};
		let settled = (_: unknown) => {};
		const outbox = {
			entries: [entry('here'), entry('refused here'), entry('elsewhere'), entry('left'), entry('last')],
			onDidChange: (listener: typeof changed) => {
				changed = listener;
				return { dispose: () => {} };
			},
			onDidSettle: (listener: typeof settled) => {
				settled = listener;
				return { dispose: () => {} };
			},
		};
		const read: (readonly string[])[] = [];
		const user = followOtherWindows<string, unknown>(outbox as never, async (keys) => void read.push(keys));
		settled({ entry: entry('here'), result: { kind: 'sent' } });
		settled({ entry: entry('refused here'), result: { kind: 'failed' } });
		outbox.entries = [entry('left'), entry('last')];
		changed();
		await until(() => read.length === 1);
		changed();
		outbox.entries = [entry('last')];
		changed();
		outbox.entries = [];
		changed();
		await until(() => read.length === 2);
		user.dispose();
		assert.deepEqual(read, [
			['refused here', 'elsewhere'],
			['left', 'last'],
		]);
	});
});
