import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { EventStore, isNotificationDue } from '../../../../src/inbox/state/event-store.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { numbered, ticketEvent } from '../events.ts';

const count = 120;

describe('The due notifications of an account', () => {
	const { folder, ending } = stage();
	const clock = stopTheDate(Date.parse('2026-03-05T00:00:00Z'));

	function open(at: string) {
		const { log } = readable();
		const store = new EventStore({
			...{ storage: fileStorage(at, log), account: 'session', log },
			isIgnored: ({ kind }) => kind === 'labels',
			isToNotify: ({ kind }) => kind !== 'status',
		});
		ending(() => store.dispose());
		return {
			store,
			due: () => store.content.entries.filter(isNotificationDue).map(({ event }) => event.key),
		};
	}

	it('are about what the rules notify and do not ignore, until the user has seen it or a window shows it', async () => {
		const { store, due } = open(await folder());
		await store.append([
			...numbered(1, 3),
			ticketEvent({ key: 'ignored', kind: 'labels' }),
			ticketEvent({ key: 'silent', kind: 'status' }),
		]);
		assert.deepEqual(due(), ['event 1', 'event 2', 'event 3']);
		await store.markSeen(['event 2']);
		assert.deepEqual([...(await store.claimDue(['event 1', 'event 2', 'silent', 'unknown']))], ['event 1']);
		assert.deepEqual([...(await store.claimDue(['event 1']))], []);
		await store.didNotify(['event 1']);
		assert.deepEqual(due(), ['event 3']);
	});

	it('go to another window if the one that was to show them has not, after a while', async () => {
		const at = await folder();
		const [one, other] = [open(at), open(at)];
		await one.store.append(numbered(1, 2));
		const keys = ['event 1', 'event 2'];
		const claim = async () => [...(await other.store.claimDue(keys))];
		assert.equal((await one.store.claimDue(keys)).size, 2);
		await one.store.didNotify(['event 1']);
		clock.now += 20_000;
		assert.deepEqual(await claim(), []);
		clock.now += 20_000;
		assert.deepEqual(await claim(), ['event 2']);
		assert.deepEqual(await claim(), []);
		clock.now -= 60 * 60_000;
		assert.deepEqual(await claim(), ['event 2'], 'the clock was set back');
	});

	/** Starts a process that claims due events. `printed` grows with the keys that it gets. */
	function claim(at: string) {
		const claimer = fileURLToPath(import.meta.resolve('./due-claimer.ts'));
		const child = spawn(process.execPath, [claimer, at], { stdio: ['ignore', 'pipe', 'inherit'] });
		ending(() => child.kill('SIGKILL'));
		let text = '';
		child.stdout.on('data', (more: Buffer) => {
			text += more.toString();
		});
		return { child, closed: once(child, 'close'), printed: () => text.split('\n').filter(Boolean) };
	}

	it('go to one process each, and none is lost if a process is killed', async () => {
		const at = await folder();
		const { store, due } = open(at);
		await store.append(numbered(1, count));
		const [killed, survivor] = [claim(at), claim(at)];
		killed.child.stdout.on('data', () => {
			if (killed.printed().length >= 9) killed.child.kill('SIGKILL');
		});
		await Promise.all([killed.closed, survivor.closed]);
		await store.refresh();
		const shown = [...killed.printed(), ...survivor.printed()];
		assert.equal(new Set(shown).size, shown.length, 'an event was shown twice');
		// The killed process had claimed these. If it showed them, it was killed before it could record that.
		const left = due();
		assert.ok(left.length <= 3, `${left}`);
		clock.now += 60_000;
		assert.deepEqual([...(await store.claimDue(left))], left);
		assert.deepEqual(new Set([...shown, ...left]), new Set(numbered(1, count).map(({ key }) => key)));
	});
});
