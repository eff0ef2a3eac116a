import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn } from '../../../src/signin/turn.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';

const program = new URL(import.meta.resolve('./turn-process.ts'));

describe('Windows that take turns', () => {
	let folder: string;
	let turn: string;
	beforeEach(() => {
		folder = temporaryFolder('turn');
		turn = join(folder, 'a.turn');
	});

	it('never do it at the same time, in several processes', async () => {
		const record = join(folder, 'record');
		const names = ['one', 'two', 'three'];
		const codes = names.map(async (name) => {
			const [code] = await once(fork(program, [turn, record, name, '8']), 'exit');
			return code;
		});
		assert.deepEqual(await Promise.all(codes), [0, 0, 0]);
		const lines = readFileSync(record, 'utf8').trim().split('\n');
		assert.equal(lines.length, 48);
		for (let at = 0; at < lines.length; at += 2) {
			const name = lines[at]?.split(' ')[0];
			assert.deepEqual(lines.slice(at, at + 2), [`${name} begins`, `${name} ends`]);
		}
		assert.deepEqual(readdirSync(folder), ['record']);
	});

	it('take over from a process that was killed', async () => {
		const child = fork(program, [turn, '', 'one', '0']);
		await once(child, 'message');
		let had = false;
		const waiting = inTurn(turn, async () => {
			had = true;
		});
		assert.equal(had, false);
		assert.deepEqual(readdirSync(folder), ['a.turn']);
		child.kill('SIGKILL');
		await once(child, 'exit');
		await waiting;
		assert.deepEqual(readdirSync(folder), []);
	});

	it('take over from one that hangs', async () => {
		writeFileSync(turn, String(process.pid));
		const longAgo = Date.now() / 1000 - 120;
		utimesSync(turn, longAgo, longAgo);
		assert.equal(await inTurn(turn, async () => 'mine'), 'mine');
		assert.deepEqual(readdirSync(folder), []);
	});

	it('leave the turn alone that another has taken over from them', async () => {
		const first = Promise.withResolvers<void>();
		const slow = inTurn(turn, () => first.promise);
		await until(() => readdirSync(folder).includes('a.turn') && readFileSync(turn, 'utf8') !== '');
		const longAgo = Date.now() / 1000 - 120;
		utimesSync(turn, longAgo, longAgo);
		await inTurn(turn, async () => {
			first.resolve();
			await slow;
			assert.deepEqual(readdirSync(folder), ['a.turn']);
		});
		assert.deepEqual(readdirSync(folder), []);
	});

	it('give up waiting when they are told to, with the reason', async () => {
		const controller = new AbortController();
		const reason = new Error('somebody changed their mind');
		await inTurn(turn, async () => {
			let ran = false;
			const work = async () => {
				ran = true;
			};
			const waiting = inTurn(turn, work, controller.signal);
			controller.abort(reason);
			await assert.rejects(waiting, reason);
			assert.equal(ran, false);
			assert.deepEqual(readdirSync(folder), ['a.turn']);
		});
	});

	it('give the turn back when what they did fails, and say how it failed', async () => {
		const reason = new Error('it fails');
		await assert.rejects(
			inTurn(turn, async () => {
				throw reason;
			}),
			reason,
		);
		assert.equal(await inTurn(turn, async () => 'mine'), 'mine');
	});

	it('say why there can be no turns', async () => {
		writeFileSync(join(folder, 'file'), '');
		await assert.rejects(
			inTurn(join(folder, 'file', 'a.turn'), async () => {}),
			/EEXIST|ENOTDIR/,
		);
	});
});
