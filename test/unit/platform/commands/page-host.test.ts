import assert from 'node:assert/strict';
import { Users } from '../../../../src/platform/state/users.ts';
import '../../../kit/window/editor.ts';

const { createPageHost } = await import('../../../../src/platform/commands/page-host.ts');

describe('What pages of every kind can do', () => {
	it('includes what commands do with a change that waits, and with the last one', async () => {
		const calls: unknown[] = [];
		const record =
			(name: string) =>
			async (...given: unknown[]) =>
				void calls.push([name, ...given]);
		const waiting = { grant: record('grant'), sendNow: record('sendNow'), discard: record('discard') };
		const accounts = { forges: { fetch: () => assert.fail() }, signIn: record('signIn') };
		const host = createPageHost(accounts, { waiting, undo: { run: record('undo') } } as never, new Users());
		for (const act of ['grant', 'send-now', 'discard-change'] as const) await host.actOnWaiting(act, '7');
		await host.undoLast();
		await host.signIn('forge.test');
		const args = [{ kind: 'change', entry: '7' }];
		assert.deepEqual(calls, [
			['grant', args],
			['sendNow', args],
			['discard', args],
			['undo'],
			['signIn', { instance: 'forge.test' }],
		]);
	});
});
