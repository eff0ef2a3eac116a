import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { WindowFocus } from '../../../../src/inbox/live/window-focus.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

describe('The focus of the windows', () => {
	let lifetime: Lifetime;
	let folder: string;
	beforeEach(() => {
		lifetime = new Lifetime();
		folder = temporaryFolder('focus');
	});
	afterEach(() => lifetime.dispose());

	function open({ everyMs = 1_000_000, change = (storage: Storage): Storage => storage } = {}) {
		const logged: string[] = [];
		const log = new Log(({ message }) => logged.push(message));
		const focus = new WindowFocus(change(fileStorage(folder, log)), log, everyMs);
		return { focus: lifetime.add(focus), logged };
	}
	const storage = () => fileStorage(folder, new Log(() => {}));

	it('is elsewhere for the other windows, but not for the window that has it', async () => {
		const [one, other] = [open().focus, open().focus];
		let changes = 0;
		other.onDidChange(() => (changes += 1));
		assert.equal(other.isElsewhere, false);
		one.share(true);
		await until(() => other.isElsewhere);
		one.share(true);
		assert.deepEqual([one.isElsewhere, changes], [false, 1]);
		one.share(false);
		await until(() => !other.isElsewhere);
		assert.equal(changes, 2);
	});

	it('moves between windows, whichever writes first', async () => {
		const [one, other, leader] = [open().focus, open().focus, open().focus];
		one.share(true);
		await until(() => leader.isElsewhere && other.isElsewhere);
		other.share(true);
		await until(() => one.isElsewhere);
		one.share(false);
		await setTimeout(100);
		assert.equal(leader.isElsewhere, true);
	});

	it('counts as long as its window says so again, and for a while after it was killed', async () => {
		const [leader, window] = [open({ everyMs: 200 }).focus, open({ everyMs: 40 }).focus];
		window.share(true);
		await until(() => leader.isElsewhere);
		const said = await storage().read(['live', 'focus']);
		await until(async () => (await storage().read(['live', 'focus'])) !== said);
		window.dispose();
		await until(() => !leader.isElsewhere);
		await until(async () => {
			// On a busy machine, the time may be over before the leader looks.
			await storage().replace(['live', 'focus'], `killed ${Date.now()}`);
			return leader.isElsewhere;
		});
		await until(() => !leader.isElsewhere);
	});

	it('is unknown if the file is damaged or its time is wrong', async () => {
		const { focus } = open();
		for (const text of ['', 'window', 'window x', `window ${Date.now() + 10_000_000}`]) {
			await storage().replace(['live', 'focus'], text);
			await setTimeout(100);
			assert.equal(focus.isElsewhere, false, text);
		}
	});

	it('causes no failure if its file cannot be written', async () => {
		const broken = async () => {
			throw new Error('of the test');
		};
		const { focus, logged } = open({ change: (given) => ({ ...given, replace: broken }) });
		focus.share(true);
		await until(() => logged.length === 1);
		focus.share(false);
	});
});
