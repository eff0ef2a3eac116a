import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { ExclusiveSends } from '../../../../../src/platform/state/drafts/exclusive-sends.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { until } from '../../../../tools/until.ts';
import { HeldLimits } from '../../../base/clock.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';

describe('Sending a draft', () => {
	const { folder } = stage();

	async function twoWindows() {
		const { log } = readable();
		const at = await folder();
		const open = () => new ExclusiveSends(fileStorage(at, log), log);
		return { first: open(), second: open() };
	}

	/** A send that lasts until `end` is called. */
	function longSend() {
		const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const send = async () => {
			begun.resolve();
			await end.promise;
		};
		return { send, begun: begun.promise, end: end.resolve };
	}

	it('is refused while another window sends it for three seconds, and possible afterwards', async () => {
		const { first, second } = await twoWindows();
		const { send, begun, end } = longSend();
		const sent: string[] = [];
		const note = (what: string) => async () => void sent.push(what);
		const sending = first.run('one', async () => {
			await send();
			sent.push('first');
		});
		await begun;
		const limits = new HeldLimits(3000);
		const refused = second.run('one', note('second'));
		limits.pass();
		await assert.rejects(refused, (error) => {
			assert.ok(error instanceof ForgeError);
			assert.deepEqual([error.kind, error.message], ['busy', 'Another window is sending this draft.']);
			return true;
		});
		await second.run('two', note('another draft'));
		end();
		await sending;
		await second.run('one', note('second'));
		assert.deepEqual(sent, ['another draft', 'first', 'second']);
	});

	for (const isOther of [false, true]) {
		it(`ends before what has to run after it, in ${isOther ? 'another' : 'the same'} window`, async () => {
			const { first, second } = await twoWindows();
			const { send, begun, end } = longSend();
			const done: string[] = [];
			const sending = first.run('one', async () => {
				await send();
				done.push('sent');
			});
			await begun;
			const after = (isOther ? second : first).runAfter('one', async () => void done.push('after'));
			await new Promise((resolve) => setTimeout(resolve, 100));
			assert.deepEqual(done, []);
			end();
			await Promise.all([sending, after]);
			assert.deepEqual(done, ['sent', 'after']);
		});
	}

	it('does not hold up for ever what has to run after it', async () => {
		const { first, second } = await twoWindows();
		const { send, begun, end } = longSend();
		const sending = first.run('one', send);
		await begun;
		const done: string[] = [];
		const limits = new HeldLimits(3000);
		const after = second.runAfter('one', async () => void done.push('after'));
		await until(() => limits.count > 0);
		limits.pass();
		await after;
		assert.deepEqual(done, ['after']);
		await assert.rejects(
			second.runAfter('two', () => Promise.reject(new Error('its own failure'))),
			/its own failure/,
		);
		end();
		await sending;
	});

	it('is known in this window until it has ended', async () => {
		const { first, second } = await twoWindows();
		const { send, begun, end } = longSend();
		const sending = first.run('one', send);
		await begun;
		assert.deepEqual(
			[first.isRunning('one'), first.isRunning('two'), second.isRunning('one')],
			[true, false, false],
		);
		let hasEnded = false;
		const waiting = first.whenEnded('one').then(() => (hasEnded = true));
		await second.whenEnded('one');
		assert.equal(hasEnded, false);
		end();
		await waiting;
		await sending;
		assert.equal(first.isRunning('one'), false);
	});

	it('fails as the send fails, and has then ended', async () => {
		const { first } = await twoWindows();
		const failure = new ForgeError('offline', 'No connection.');
		const sending = first.run('one', () => Promise.reject(failure));
		await Promise.all([assert.rejects(sending, (error) => error === failure), first.whenEnded('one')]);
		assert.equal(first.isRunning('one'), false);
	});
});
