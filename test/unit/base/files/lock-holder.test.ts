import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beginHolder, endHolder, hasEnded, isLocal } from '../../../../src/base/files/lock-holder.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

/** A name of a holder in another process of this machine. */
const inProcess = (pid: number | undefined): string => {
	const name = beginHolder();
	endHolder(name);
	return [name.split('-')[0], pid, 'a'].join('-');
};

describe('The holder of a lock', () => {
	it('has not ended while its process works, and has a name of its own', () => {
		const [one, other] = [beginHolder(), beginHolder()];
		assert.notEqual(one, other);
		assert.deepEqual([hasEnded(one), isLocal(one)], [false, true]);
		endHolder(one);
		assert.deepEqual([hasEnded(one), hasEnded(other)], [true, false]);
		endHolder(other);
	});

	it('has ended with its process', async () => {
		const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
		const name = inProcess(child.pid);
		assert.equal(hasEnded(name), false);
		child.kill('SIGKILL');
		await once(child, 'close');
		assert.equal(hasEnded(name), true);
	});

	onlyWhere(
		process.platform === 'linux',
		'only Linux tells when a process began',
		'has ended if another process has its process ID by now',
		(title) =>
			it(title, () => {
				const parent = inProcess(process.ppid);
				assert.equal(hasEnded(parent), false);
				assert.equal(hasEnded(parent.replace(`-${process.ppid}-`, `-${process.ppid}.1-`)), true);
			}),
	);

	it('on another machine may be at work', () => {
		assert.deepEqual([hasEnded('another-machine-1-a'), isLocal('another-machine-1-a')], [false, false]);
	});
});
