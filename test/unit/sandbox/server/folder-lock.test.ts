import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockFolder } from '../../../../src/sandbox/server/folder-lock.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const program = fileURLToPath(import.meta.resolve('../lock-process.ts'));

describe('The lock of a forge folder', () => {
	it('is held until it is unlocked', async () => {
		const folder = join(temporaryFolder('lock'), 'new');
		const { unlock } = await lockFolder(folder);
		await assert.rejects(lockFolder(folder, 0), { name: 'CannotStart', isInUse: true });
		await unlock();
		assert.equal(existsSync(join(folder, 'forge.lock')), false);
		await (await lockFolder(folder, 0)).unlock();
	});

	it('is free when the wait is long enough', async () => {
		const folder = temporaryFolder('lock');
		const { unlock } = await lockFolder(folder);
		const waiting = lockFolder(folder);
		await unlock();
		await (await waiting).unlock();
	});

	it('fails with the reason if the folder cannot be used', async () => {
		const file = join(temporaryFolder('lock'), 'file');
		writeFileSync(file, '');
		await assert.rejects(lockFolder(join(file, 'folder'), 0), ({ name }) => name !== 'CannotStart');
	});

	it('of a killed process is taken over by only one of the processes that find it', async () => {
		const parent = temporaryFolder('locks');
		const start = async () => {
			const child = fork(program);
			await once(child, 'message');
			return child;
		};
		const ask = async (child: Awaited<ReturnType<typeof start>>, folder: string, at: number) => {
			const answered = once(child, 'message');
			child.send({ folder, at });
			const [answer] = await answered;
			return answer;
		};
		const names = Array.from({ length: 40 }, (_, index) => join(parent, String(index)));
		const killed = await start();
		for (const name of names) assert.equal(await ask(killed, name, 0), 'locked');
		killed.kill('SIGKILL');
		await once(killed, 'exit');

		const [one, other] = await Promise.all([start(), start()]);
		const found: string[] = [];
		for (const name of names) {
			const at = Date.now() + 4;
			const answers = await Promise.all([ask(one, name, at), ask(other, name, at)]);
			found.push(answers.sort().join());
		}
		one.kill();
		other.kill();
		assert.deepEqual([...new Set(found)], ['in use,locked']);
	}).timeout(30_000);
});
