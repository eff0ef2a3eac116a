import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { defaultPace } from '../../../../../src/inbox/live/hooks/webhook-pace.ts';
import { open, pass } from './webhook-clock.ts';
import { tracker } from './webhook-windows.ts';

const never = new AbortController().signal;
const hourSeconds = defaultPace.checkMs / 1000;

describe('When webhooks are registered and checked', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	it('is at once, and again after two server errors; after the third, they count as refused', async () => {
		const { forge, kind, take, logged } = open();
		forge.failure = new ForgeError('surprise', '', { status: 500 });
		await pass(30);
		assert.equal(kind(), 'pending');
		await pass(60);
		assert.equal(kind(), 'refused');
		assert.equal(take().length, 3);
		assert.equal(logged.filter((line) => line.startsWith('warn')).length, 1);
	});

	it('replaces those of a renamed tracker even if that is possible only long after the rename', async () => {
		const { forge, webhooks, want } = open();
		await pass(10);
		const [before] = forge.hooks;
		// The tracker is called `writer` now, and its webhooks have moved with it.
		if (before) before.tracker = 'writer';
		forge.failures.set('editor', new ForgeError('missing', 'No.'));
		forge.failures.set('writer', new ForgeError('surprise', '', { status: 500 }));
		want('writer');
		await pass(5 * 60);
		forge.failures.delete('writer');
		webhooks.retryRefused();
		await pass(5 * 60);
		assert.equal(webhooks.stateOf('writer')?.kind, 'registered');
		assert.deepEqual([forge.hooks.length, before && forge.hooks.includes(before)], [1, false]);
	});

	it('is later each time while the forge cannot be reached, at one target for all of its service, without an end', async () => {
		const { forge, webhooks, update, kind, take, logged } = open();
		const account = { ...tracker('account'), hookTarget: { family: 'listsUser', params: {} } } as const;
		update({ resources: [...['editor', 'shell', 'site'].map(tracker), account] });
		const names = ['editor', 'shell', 'site'];
		const fail = () => {
			for (const name of names)
				forge.failures.set(name, new ForgeError('offline', 'There is no connection.'));
		};
		fail();
		await pass(5, 5);
		assert.deepEqual(webhooks.stateOf('site'), { kind: 'pending', why: 'There is no connection.' });
		await pass(8 * 60, 5);
		assert.equal(kind('account'), 'registered');
		const waits = () => {
			const times = take().flatMap((what) => (what.endsWith('user') ? [] : [Number.parseInt(what, 10)]));
			return times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
		};
		assert.deepEqual(waits(), [15, 30, 60, 100, 100, 100]);
		forge.failures.clear();
		await pass(120);
		for (const name of names) assert.equal(kind(name), 'registered');
		// The next outage is another one.
		take();
		fail();
		await pass(hourSeconds - 60, 5);
		assert.equal(waits()[0], 15);
		assert.equal(logged.filter((line) => line.includes('cannot be reached')).length, 2);
	});

	it('is not later if the clock is set back', async () => {
		const { forge, want, kind } = open();
		forge.failures.set('editor', new ForgeError('offline', 'of the test'));
		await pass(1, 1);
		forge.failures.clear();
		const now = Date.now.bind(Date);
		Date.now = () => now() - 3_600_000;
		want('editor', 'shell');
		await pass(60);
		assert.deepEqual([kind('editor'), kind('shell')], ['registered', 'registered']);
	});

	it('is one target each second, two at a time, and one request at a time for each', async () => {
		const { forge, want, take, hold } = open({}, ['a', 'b', 'c']);
		const answer = hold();
		await pass(10, 1);
		assert.deepEqual(take(), ['1 list a', '2 list b']);
		want('b', 'c', 'd');
		await pass(100);
		assert.deepEqual(take(), []);
		answer();
		await pass(10, 1);
		assert.deepEqual(take(), [
			...['110 create a', '110 create b', '111 list c', '111 create c', '112 list d', '112 create d'],
			'113 delete a',
		]);
		assert.deepEqual(
			forge.hooks.map((hook) => hook.tracker),
			['b', 'c', 'd'],
		);
	});

	it('leaves them for a minute when they are no longer wanted, because the targets become known one after another', async () => {
		const { take, want } = open();
		await pass(10);
		take();
		want();
		await pass(50);
		want('editor');
		await pass(100);
		assert.deepEqual(take(), []);
		want();
		await pass(100);
		assert.deepEqual(take(), ['220 delete editor']);
	});

	it('has ended before they are removed', async () => {
		const { want, take, hold, takeOver } = open();
		const answer = hold();
		await pass(1, 1);
		want();
		await pass(100);
		assert.deepEqual(take(), ['1 list editor']);
		answer();
		await pass(10);
		assert.deepEqual(take(), ['101 create editor', '111 delete editor']);
		assert.deepEqual(await takeOver(), []);
	});

	it('is first for what is missing, then what is not wanted is removed, then the others are checked', async () => {
		const { want, take, setActive } = open({}, ['a', 'b']);
		await pass(10, 1);
		setActive(false);
		want('b', 'c');
		await pass(hourSeconds);
		take();
		setActive(true);
		await pass(10, 1);
		assert.deepEqual(take(), ['3611 list c', '3611 create c', '3612 delete a', '3613 list b']);
	});

	it('is after hours if the forge has refused them, and sooner while it refuses all of a family', async () => {
		const { forge, webhooks, kind, take, want } = open({}, ['a', 'b', 'c', 'accepted']);
		for (const name of ['a', 'b', 'c']) forge.failures.set(name, new ForgeError('refused', 'No.'));
		await pass(10, 1);
		for (const name of ['a', 'b', 'c'])
			assert.deepEqual(webhooks.stateOf(name), { kind: 'refused', why: 'No.' });
		take();
		await pass(45 * 60);
		assert.deepEqual(take(), ['610 list a', '1210 list b', '1810 list c', '2410 list a']);
		// Once it accepts one long after it has refused the others, all are tried.
		forge.failures.clear();
		want('a', 'b', 'c', 'd');
		await pass(60);
		for (const name of ['a', 'b', 'c', 'd']) assert.equal(kind(name), 'registered');
	});

	it('is again if the user asks for it, also before the job that was refused has ended', async () => {
		const { forge, webhooks, storage, kind, take, hold } = open();
		forge.failure = new ForgeError('refused', 'No.');
		const { promise, resolve } = Promise.withResolvers<void>();
		const { read } = storage;
		// At its end, the job reads whether another window has taken over.
		storage.read = async (name) => {
			if (kind() === 'refused') await promise;
			return read(name);
		};
		await pass(1, 1);
		assert.equal(kind(), 'refused');
		for (let time = 0; time < 3; time++) webhooks.retryRefused();
		storage.read = read;
		resolve();
		await pass(5 * 60);
		assert.deepEqual(take(), ['1 list editor', '61 list editor']);
		// Nor does it matter that the user asks while it is tried.
		hold();
		webhooks.retryRefused();
		await pass(10);
		webhooks.retryRefused();
		assert.equal(take().length, 1);
	});

	it('ends when the window stops, which aborts the requests that are under way and removes the others', async () => {
		const { forge, webhooks, paths, take, hold, logged, want, takeOver } = open();
		await pass(1, 1);
		want('editor', 'shell', 'site');
		hold();
		await pass(2, 1);
		forge.held = undefined;
		take();
		await webhooks.stop(never);
		await pass(hourSeconds);
		assert.deepEqual(take(), ['3 delete editor', '3 list shell', '3 list site']);
		assert.deepEqual([forge.hooks, paths.size, logged, await takeOver()], [[], 0, [], []]);
	});

	for (const [what, act, asked, isLeft] of [
		['finds them, which deliver nothing yet', () => {}, ['21 list'], true],
		['removes them if they are not wanted', ({ want }) => want(), ['61 list', '61 delete'], false],
		[
			'removes them when the window stops',
			({ webhooks }) => webhooks.stop(never),
			['1 list', '1 delete'],
			true,
		],
	] as const satisfies readonly [string, (one: ReturnType<typeof open>) => unknown, string[], boolean][]) {
		it(`${what} after the answer to their creation was lost`, async () => {
			const window = open();
			const { forge, take, kind, isLive, takeOver } = window;
			forge.isLost = true;
			await pass(1, 1);
			assert.deepEqual([kind(), forge.hooks.length], ['pending', 1]);
			take();
			forge.isLost = false;
			act(window);
			await pass(100);
			assert.deepEqual(
				take().map((one) => one.replace(' editor', '')),
				asked,
			);
			assert.equal(isLive(), false);
			assert.deepEqual(await takeOver(), isLeft ? [tracker('editor').hookTarget] : []);
		});
	}

	it('replaces those with another address, whose deliveries prove nothing', async () => {
		const { forge, webhooks, take, update, deliver, isLive, takeOver } = open();
		await pass(10);
		deliver();
		assert.ok(isLive());
		take();
		update({ base: 'https://tunnel.example' });
		deliver();
		await pass(10);
		// There is no moment without any.
		assert.deepEqual(take(), ['20 list editor', '20 create editor', '20 delete editor']);
		assert.deepEqual(
			forge.hooks.map(({ url }) => url.slice(0, -32)),
			['https://tunnel.example/hook/'],
		);
		const registered = { kind: 'registered', isLive: false, hasKey: false, refusedEvents: [] };
		assert.deepEqual(webhooks.stateOf('editor'), { ...registered, deliveredAt: undefined });
		await webhooks.stop(never);
		assert.deepEqual([forge.hooks, await takeOver()], [[], []]);
	});

	it('leaves those with another address to be removed if the forge refuses new ones', async () => {
		const { forge, webhooks, update, kind } = open();
		await pass(10);
		forge.refuses = () => true;
		update({ base: 'https://tunnel.example' });
		await pass(10);
		assert.deepEqual([kind(), forge.hooks.length], ['refused', 1]);
		await webhooks.stop(never);
		assert.deepEqual(forge.hooks, []);
	});

	it('leaves the paths of deliveries as they are while they are wanted', async () => {
		const { webhooks, take, paths, want } = open();
		await pass(10);
		const before = [...paths];
		want('editor', 'shell');
		assert.equal(paths.size, 4);
		want('editor');
		assert.equal(paths.size, 2);
		for (const [secret, hook] of before) assert.equal(paths.get(secret), hook);
		want();
		assert.equal(paths.size, 0);
		want('editor');
		assert.equal(paths.size, 2);
		// When the window no longer leads, the next one registers them.
		webhooks.dispose();
		take();
		await pass(2 * hourSeconds);
		assert.deepEqual([take(), paths.size], [[], 0]);
	});

	it('leads to deliveries, of which some may be lost until the next one after a connection was dropped or one was missed', async () => {
		const { webhooks, deliver } = open();
		await pass(10);
		const shows = (isLive: boolean, deliveredAt: number | undefined, more = {}) =>
			assert.deepEqual(webhooks.stateOf('editor'), {
				...{ kind: 'registered', isLive, hasKey: false, deliveredAt, refusedEvents: [], ...more },
			});
		webhooks.didDrop();
		shows(false, undefined);
		let changes = 0;
		webhooks.onDidChange(() => changes++);
		await pass(3, 1);
		deliver();
		shows(true, 13_000);
		for (const [nth, lose] of [() => webhooks.didDrop(), () => webhooks.didMiss('editor')].entries()) {
			changes = 0;
			lose();
			lose();
			assert.equal(changes, 1);
			deliver();
			const at = 13_000 + nth * 3000;
			shows(false, at, { mayHaveMissed: true });
			await pass(3, 1);
			shows(false, at, { mayHaveMissed: true });
			deliver();
			shows(true, at + 3000);
		}
	});

	for (const [isOfAccount, which] of [
		[
			true,
			'leads to all deliveries also if the forge delivers the events of tickets only to the owner of the tracker',
		],
		[false, 'does not lead to all deliveries if the forge delivers the events of tickets to nobody'],
	] as const) {
		it(which, async () => {
			const { forge, update, deliver, isLive } = open();
			forge.refuses = (events, name) => events.includes('event:create') && !(isOfAccount && name === 'user');
			const resources = [
				{ ...tracker('account'), hookTarget: { family: 'trackersUser', params: {} } } as const,
				{
					...tracker('mine'),
					hookTarget: { family: 'tracker', params: { owner: '~ana', tracker: 'mine' } },
				} as const,
				tracker('of-alice'),
			];
			update({ resources });
			await pass(10, 1);
			const areLive = () => ['account', 'mine', 'of-alice'].map((name) => isLive(name));
			deliver(1);
			deliver(2);
			assert.deepEqual(areLive(), [false, false, false]);
			deliver(0);
			assert.deepEqual(areLive(), [true, isOfAccount, false]);
		});
	}

	it('is once an hour, unless they have delivered meanwhile', async () => {
		const { forge, webhooks, kind, take, deliver } = open();
		const asked = () => take().map((what) => what.split(' ')[1]);
		await pass(hourSeconds - 10);
		assert.deepEqual(asked(), ['list', 'create']);
		deliver();
		await pass(hourSeconds - 10);
		assert.deepEqual(asked(), []);
		await pass(hourSeconds);
		assert.deepEqual(asked(), ['list']);
		// A window that led until a moment ago has created another.
		forge.hooks.push(...forge.hooks.map((hook) => ({ ...hook, id: 7, url: `${hook.url}/` })));
		await pass(hourSeconds);
		assert.deepEqual(asked(), ['list', 'delete']);
		assert.deepEqual(
			forge.hooks.map(({ id }) => id),
			[1],
		);
		// It no longer shows the tracker, which says nothing about them.
		forge.failure = new ForgeError('missing', 'No.');
		await pass(hourSeconds);
		assert.equal(kind(), 'refused');
		forge.failure = undefined;
		asked();
		webhooks.retryRefused();
		await pass(100);
		assert.deepEqual([kind(), asked()], ['registered', ['list']]);
	});

	it('is also before their token ends, because the request renews it, and they end with it', async () => {
		const end = 1.5 * hourSeconds;
		const { take, deliver } = open({ expires: end * 1000, refresh: 'r' });
		const times = () => take().map((what) => Number.parseInt(what, 10));
		await pass(end - 600);
		times();
		deliver();
		await pass(500);
		assert.deepEqual(times(), []);
		await pass(100);
		const [time = 0, ...more] = times();
		assert.ok(time >= end - 60 && time < end, String(time));
		assert.deepEqual(more, []);
		// The forge has not renewed it.
		await pass(hourSeconds - 100);
		assert.deepEqual(times(), []);
	});

	it('is before their token ends also if they deliver while the check waits', async () => {
		const end = 1.5 * hourSeconds;
		const { take, deliver, setActive } = open({ expires: end * 1000, refresh: 'r' });
		await pass(end - 600);
		take();
		setActive(false);
		await pass(550);
		assert.deepEqual(take(), []);
		deliver();
		setActive(true);
		await pass(40);
		assert.equal(take().length, 1);
	});

	it('is not before the end of a token that cannot be renewed', async () => {
		const { take } = open({ expires: 1.5 * hourSeconds * 1000, refresh: null });
		await pass(hourSeconds + 60);
		take();
		await pass(hourSeconds / 2);
		assert.deepEqual(take(), []);
	});

	it('is at once if the forge has lost them, which deliver nothing then, and later each time if it loses them again', async () => {
		const { forge, take, kind, isLive, deliver } = open();
		await pass(10);
		// Without a delivery, and after one.
		for (let nth = 0; nth < 2; nth++) {
			take();
			forge.hooks.splice(0);
			await pass(hourSeconds + 10);
			assert.deepEqual([kind(), isLive()], ['registered', false]);
			assert.deepEqual(
				take().map((what) => what.split(' ')[1]),
				['list', 'delete', 'list', 'create'],
			);
			deliver();
			assert.ok(isLive());
		}
		const times: number[] = [];
		for (let passed = 0; passed < 30 * hourSeconds; passed += 60) {
			await pass(60);
			forge.hooks.splice(0);
			for (const what of take()) if (what.includes('create')) times.push(Number.parseInt(what, 10));
		}
		const waits = times.slice(1).map((time, nth) => Math.round((time - (times[nth] ?? 0)) / 60));
		assert.ok(waits.length > 6);
		// An hour until the check, then the wait.
		for (const [nth, minutes] of [70, 80, 100, 140, 220].entries()) {
			assert.ok(Math.abs((waits[nth] ?? 0) - minutes) <= 3, `${waits}`);
		}
	});

	it('ends within half a minute after another window has taken over, and begins again while this one still leads', async () => {
		const { kind, take, takeOver, logged } = open();
		await pass(10);
		for (const seconds of [60, 120, 240]) {
			assert.equal(kind(), 'registered');
			take();
			await takeOver();
			await pass(30);
			assert.equal(kind(), 'pending');
			await pass(seconds - 20);
			assert.deepEqual(take(), []);
			await pass(40);
			assert.deepEqual(
				take().map((what) => what.split(' ')[1]),
				['list'],
			);
		}
		assert.equal(logged.filter((line) => line.includes('Another window')).length, 3);
	});

	it('leaves none behind that were just created when another window has taken over', async () => {
		const { forge, take, hold, takeOver } = open();
		const answer = hold();
		await pass(1, 1);
		await takeOver();
		answer();
		await pass(1, 1);
		assert.deepEqual(take(), ['1 list editor', '1 create editor', '1 delete editor']);
		assert.deepEqual(forge.hooks, []);
	});

	it('removes none once another window has taken over', async () => {
		const { take, want, takeOver } = open();
		await pass(10);
		take();
		want();
		await pass(55, 5);
		await takeOver();
		await pass(10, 5);
		assert.deepEqual(take(), []);
	});

	it('does not change while it cannot be read which window registers them, which is logged once each time', async () => {
		const { kind, storage, logged, take, setActive } = open();
		setActive(false);
		await pass(10);
		const { read } = storage;
		for (const [nth, expected] of ['pending', 'registered'].entries()) {
			storage.read = async () => {
				throw new Error('of the test');
			};
			await pass(300);
			assert.deepEqual([kind(), take()], [expected, []]);
			assert.equal(logged.filter((line) => line.startsWith('warn')).length, nth + 1);
			storage.read = read;
			setActive(true);
			await pass(60);
			assert.equal(kind(), 'registered');
			take();
		}
	});

	it('is refused if the forge no longer has the service, and leaves nothing to remove', async () => {
		const { webhooks, update, takeOver, logged } = open();
		const list = { ...tracker('list'), hookTarget: { family: 'list', params: {} } } as const;
		update({ resources: [list] });
		await pass(10);
		const why = 'The forge no longer has this service.';
		assert.deepEqual(webhooks.stateOf('list'), { kind: 'refused', why });
		update({ resources: [] });
		await pass(100);
		assert.deepEqual(await takeOver(), []);
		assert.ok(!logged.some((line) => line.startsWith('warn')));
	});

	it('is as soon as it can be stored where there are webhooks', async () => {
		const { forge, kind, storage, logged, take, renew, want } = open({}, ['editor', 'shell']);
		const { replace } = storage;
		const fail = () => {
			storage.replace = async () => {
				throw new Error('of the test');
			};
		};
		fail();
		await pass(10);
		assert.deepEqual([kind(), take()], ['pending', []]);
		assert.match(logged[0] ?? '', /^warn It could not be stored/);
		storage.replace = replace;
		await pass(60);
		assert.equal(kind(), 'registered');
		// Also those that a token has created before it was renewed, twice.
		take();
		want('editor');
		fail();
		const before = [...forge.hooks];
		renew('second');
		renew('third');
		await pass(10);
		assert.deepEqual([kind(), take()], ['pending', []]);
		storage.replace = replace;
		await pass(200);
		assert.deepEqual(
			forge.hooks.map((hook) => hook.tracker),
			['editor'],
		);
		assert.ok(!forge.hooks.some((hook) => before.includes(hook)));
	});
});
