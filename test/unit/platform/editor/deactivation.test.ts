import assert from 'node:assert/strict';
import { Deactivation } from '../../../../src/platform/editor/deactivation.ts';

describe('The deactivation of the extension', () => {
	it('sends, then stops the forge in this process, and writes meanwhile', async () => {
		const deactivation = new Deactivation();
		const done: string[] = [];
		const sent = Promise.withResolvers<void>();
		deactivation.addSend(async () => {
			await sent.promise;
			done.push('sent');
		});
		deactivation.addSend(() => undefined);
		deactivation.addStop(async () => done.push('stopped'));
		deactivation.addWrite(async () => done.push('written'));
		const end = deactivation.run();
		assert.ok(deactivation.sending);
		await Promise.resolve();
		assert.deepEqual(done, ['written']);
		sent.resolve();
		await end;
		assert.deepEqual(done, ['written', 'sent', 'stopped']);
	});

	it('stops at once a forge that has started too late', async () => {
		const deactivation = new Deactivation();
		await deactivation.run();
		let isStopped = false;
		deactivation.addStop(async () => {
			isStopped = true;
		});
		assert.equal(isStopped, true);
	});

	it('does the rest even if a part fails', async () => {
		const deactivation = new Deactivation();
		const done: string[] = [];
		const fail = async () => {
			throw new Error('no disk');
		};
		deactivation.addSend(fail);
		deactivation.addStop(fail);
		deactivation.addWrite(fail);
		deactivation.addStop(async () => done.push('stopped'));
		deactivation.addWrite(async () => done.push('written'));
		await deactivation.run();
		assert.deepEqual(done.sort(), ['stopped', 'written']);
	});

	it('tells its parts when VS Code is about to end the process, and sends nothing if there is nothing', async () => {
		const deactivation = new Deactivation();
		let hasSignal = false;
		deactivation.addSend((signal) => {
			hasSignal = !signal.aborted;
			return undefined;
		});
		await deactivation.run();
		assert.deepEqual([hasSignal, deactivation.sending], [true, undefined]);
	});
});
