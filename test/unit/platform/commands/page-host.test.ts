import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { Users } from '../../../../src/platform/state/users.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { passTurns, setSetting, takeCalls } from '../../../kit/window/editor.ts';

const { createPageHost } = await import('../../../../src/platform/commands/page-host.ts');
const { attempt } = await import('../../../../src/platform/editor/report.ts');
// `attempt` loads this file only when a command fails, which would take more turns than the test waits for.
await import('../../../../src/platform/editor/messages.ts');

describe('What pages of every kind can do', () => {
	function open() {
		const calls: unknown[] = [];
		const record =
			(name: string) =>
			async (...given: unknown[]) =>
				void calls.push([name, ...given]);
		const accounts = { forges: { fetch: () => assert.fail() }, signIn: record('signIn') };
		takeCalls();
		return { host: createPageHost(accounts, { undo: { run: record('undo') } } as never, new Users()), calls };
	}

	it('includes the commands for a change that waits, and undoing one', async () => {
		const { host, calls } = open();
		for (const act of ['grant', 'send-now', 'discard-change'] as const) await host.actOnWaiting(act, '7');
		const row = '{"kind":"change","entry":"7"}';
		assert.deepEqual(takeCalls(), [
			`command: tildeforge.grantForChange: ${row}`,
			`command: tildeforge.sendNow: ${row}`,
			`command: tildeforge.discardChange: ${row}`,
		]);
		await host.undoChange('one');
		await host.signIn('forge.test');
		assert.deepEqual(calls, [
			['undo', 'one'],
			['signIn', { instance: 'forge.test' }],
		]);
	});

	it('leaves it to the commands to say why a change that waits could not be sent or discarded', async () => {
		const { host } = open();
		const { log } = readable();
		for (const [act, id] of [
			['send-now', 'tildeforge.sendNow'],
			['discard-change', 'tildeforge.discardChange'],
		] as const) {
			const fail = () => Promise.reject(new ForgeError('busy', 'The disk is full.'));
			setSetting(`command ${id}`, () => attempt(id, fail, log));
			await host.actOnWaiting(act, '7');
			await passTurns();
			setSetting(`command ${id}`, undefined);
			assert.deepEqual(takeCalls().slice(1), ['error: The disk is full.: Show Log'], act);
		}
	});
});
