import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { Leader } from '../../../../src/inbox/live/leader.ts';
import { pausesOf } from '../../../kit/window/clock.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const program = new URL(import.meta.resolve('./leader-process.ts'));

describe('The leader among the windows of a machine', () => {
	let folder: string;
	let path: string;
	let lifetime: Lifetime;
	let logged: string[];
	beforeEach(() => {
		folder = temporaryFolder('leader');
		path = join(folder, 'live.lock');
		lifetime = new Lifetime();
		logged = [];
	});
	afterEach(() => lifetime.dispose());

	/** A window in this process, and what it has reported. */
	function createWindow() {
		const log = new Log(({ level, message }) => logged.push(`${level}: ${message}`));
		const leader = lifetime.add(new Leader(fileStorage(folder, log), log));
		const changes: boolean[] = [];
		leader.onDidChange((isLeading) => {
			assert.equal(leader.isLeading, isLeading);
			changes.push(isLeading);
		});
		return { leader, changes };
	}

	/** Another process that leads. */
	async function startLeader(): Promise<ChildProcess> {
		const child = fork(program, [folder]);
		lifetime.add({ dispose: () => child.kill('SIGKILL') });
		assert.deepEqual(await once(child, 'message'), [{ isLeading: true }, undefined]);
		return child;
	}

	/** Waits until the window leads. Returns the sum of the pauses that it makes, which take no time here. */
	const takeover = (leader: Leader) => pausesOf(() => becomesLeader(leader));

	const becomesLeader = (leader: Leader) =>
		new Promise<void>((resolve) => {
			if (leader.isLeading) resolve();
			leader.onDidChange((isLeading) => isLeading && resolve());
		});

	it('is replaced within five seconds when its process is killed', async () => {
		const child = await startLeader();
		const { leader, changes } = createWindow();
		await until(() => readdirSync(folder).length === 2);
		assert.equal(leader.isLeading, false);
		child.kill('SIGKILL');
		await once(child, 'exit');
		const ms = await takeover(leader);
		// It may be in a pause of one second when the process is killed.
		assert.ok(ms <= 4000, `${ms} ms`);
		assert.deepEqual(changes, [true]);
	});

	it('gives the lead back at once when it is disposed, and reports that', async () => {
		const first = createWindow();
		await becomesLeader(first.leader);
		const given = first.leader.dispose();
		assert.equal(first.leader.isLeading, false);
		assert.deepEqual(first.changes, [true, false]);
		await given;
		assert.deepEqual(readdirSync(folder), []);
		const second = createWindow();
		assert.equal(await takeover(second.leader), 0);
	});

	it('is no window that was disposed while it waited', async () => {
		const first = createWindow();
		await becomesLeader(first.leader);
		const second = createWindow();
		await until(() => readdirSync(folder).length === 2);
		await second.leader.dispose();
		assert.deepEqual(readdirSync(folder), ['live.lock']);
		await first.leader.dispose();
		assert.deepEqual(second.changes, []);
		assert.deepEqual(logged, []);
	});

	it('is no window that was disposed before it could lead', async () => {
		const { leader, changes } = createWindow();
		await leader.dispose();
		assert.deepEqual(changes, []);
		assert.deepEqual(readdirSync(folder), []);
	});

	it('learns that another window has taken the lead, and waits to lead again', async () => {
		const first = createWindow();
		await becomesLeader(first.leader);
		// Another window does this if it considers this one dead.
		rmSync(path, { recursive: true });
		const second = createWindow();
		await becomesLeader(second.leader);
		await until(() => !first.leader.isLeading);
		assert.equal(second.leader.isLeading, true);
		assert.deepEqual(logged, ['info: This window no longer leads, because it has lost the lock']);
		await second.leader.dispose();
		await takeover(first.leader);
		assert.deepEqual(first.changes, [true, false, true]);
	});

	onlyWhere(
		process.platform !== 'win32',
		'needs signals that stop a process',
		'is replaced when its process hangs, and learns that when it continues',
		(title) =>
			it(title, async () => {
				const child = await startLeader();
				const { leader } = createWindow();
				child.kill('SIGSTOP');
				const ms = await takeover(leader);
				assert.ok(ms >= 9000 && ms <= 12_000, `${ms} ms`);
				const told = once(child, 'message');
				child.kill('SIGCONT');
				assert.deepEqual(await told, [{ isLeading: false }, undefined]);
				assert.equal(leader.isLeading, true);
			}),
	);

	it('is found even if the lock fails at first, which is logged once', async () => {
		const blocked = join(folder, 'blocked');
		writeFileSync(blocked, '');
		folder = blocked;
		path = join(blocked, 'live.lock');
		const { leader } = createWindow();
		let pauses = 0;
		const taken = pausesOf(
			() => becomesLeader(leader),
			() => {
				pauses += 1;
				if (pauses === 5) rmSync(blocked, { force: true });
			},
		);
		await taken;
		assert.ok(existsSync(path));
		assert.deepEqual(logged, ['warn: This window cannot lead, because the lock failed']);
	});
});
