import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { defaultPace } from '../../../../../src/inbox/live/hooks/service-hooks.ts';
import { open, pass } from './webhook-clock.ts';
import { tracker } from './webhook-windows.ts';

const never = new AbortController().signal;
const hourSeconds = defaultPace.checkMs / 1000;
const { hookTarget: editor } = tracker('editor');

describe('Webhooks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	it('are created without a list where nothing was recorded, one target after another', async () => {
		const { forge, take, hold, want } = open({}, ['a', 'b']);
		const answer = hold();
		await pass(10, 1);
		assert.deepEqual(take(), ['0 create a']);
		want('a', 'b', 'c');
		answer();
		await pass(10, 1);
		assert.deepEqual(take(), ['11 create b', '12 create c']);
		assert.deepEqual(
			forge.hooks.map((hook) => hook.tracker),
			['a', 'b', 'c'],
		);
	});

	it('are created for the next window without a list and without what the forge has refused, if the one before has ended cleanly', async () => {
		const { forge, webhooks, openWindow, asked } = open();
		forge.refuses = (events) => events.includes('event:create');
		await pass(10);
		assert.deepEqual(asked(), ['create editor', 'create editor']);
		await webhooks.stop(never);
		assert.deepEqual([asked(), forge.hooks], [['delete editor'], []]);
		openWindow();
		await pass(10);
		assert.deepEqual(asked(), ['create editor']);
		// A forge may have learned it.
		forge.refuses = () => false;
		forge.hooks = [];
		await pass(7 * 24 * hourSeconds, 600);
		assert.equal(forge.hooks.flatMap(({ events }) => events).includes('event:create'), true);
	});

	it('of a target for which the forge fails are tried again after ten minutes, and the others meanwhile', async () => {
		const { forge, webhooks, kind, asked, logged } = open({}, ['editor', 'shell']);
		forge.failures.set('editor', new ForgeError('surprise', 'Odd.', { status: 500 }));
		await pass(30);
		assert.deepEqual([kind(), kind('shell')], ['refused', 'registered']);
		assert.deepEqual(webhooks.stateOf('editor'), { kind: 'refused', why: 'Odd.' });
		asked();
		await pass(9 * 60);
		assert.deepEqual(asked(), []);
		forge.failures.clear();
		await pass(2 * 60);
		assert.equal(kind(), 'registered');
		// It is not known whether the first attempt has created some.
		assert.deepEqual(asked(), ['list editor', 'create editor']);
		assert.ok(!logged.some((line) => line.startsWith('warn')));
	});

	it('of a renamed tracker are replaced, even if that is possible only long after the rename', async () => {
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

	it('of a service that cannot be reached wait, longer each time and for all of its targets, and those of another service do not', async () => {
		const { forge, webhooks, update, kind, take, logged } = open();
		const account = {
			...tracker('account'),
			hookTarget: { family: 'repositoriesUser', params: {} },
		} as const;
		const names = ['editor', 'shell', 'site'];
		update({ resources: [...names.map(tracker), account] });
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
		assert.deepEqual(waits(), [20, 30, 60, 100, 100, 100]);
		forge.failures.clear();
		await pass(120);
		for (const name of names) assert.equal(kind(name), 'registered');
		// The next outage is another one.
		take();
		fail();
		await pass(hourSeconds - 60, 5);
		assert.equal(waits()[0], 20);
		assert.equal(logged.filter((line) => line.includes('cannot be reached')).length, 2);
	});

	it('of a service are registered although one of its targets never answers in time', async () => {
		const { forge, kind } = open({}, ['slow', 'editor', 'shell']);
		forge.failures.set('slow', new ForgeError('timeout', 'of the test'));
		await pass(5 * 60);
		assert.deepEqual([kind('slow'), kind('editor'), kind('shell')], ['pending', 'registered', 'registered']);
	});

	it('do not wait longer if the clock is set back', async () => {
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

	it('stay for a minute when they are no longer wanted, because the targets become known one after another', async () => {
		const { asked, want } = open();
		await pass(10);
		asked();
		want();
		await pass(50);
		want('editor');
		await pass(100);
		assert.deepEqual(asked(), []);
		want();
		await pass(50);
		assert.deepEqual(asked(), []);
		await pass(20);
		assert.deepEqual(asked(), ['delete editor']);
	});

	it('that are missing come first, then those that are not wanted, then the others are checked', async () => {
		const { want, asked, setActive } = open({}, ['a', 'b']);
		await pass(10, 1);
		setActive(false);
		want('b', 'c');
		await pass(hourSeconds);
		asked();
		setActive(true);
		await pass(20, 1);
		assert.deepEqual(asked(), ['list c', 'create c', 'delete a', 'list b']);
	});

	it('that the forge has refused are tried again after hours, or a minute after that if the user asks for it', async () => {
		const { forge, webhooks, kind, asked } = open();
		forge.failure = new ForgeError('forbidden', 'No.');
		await pass(30);
		webhooks.retryRefused();
		await pass(20);
		assert.deepEqual([kind(), asked()], ['refused', ['create editor']]);
		await pass(60);
		assert.deepEqual(asked(), ['create editor']);
		await pass(5 * hourSeconds, 60);
		assert.deepEqual(asked(), []);
		forge.failure = undefined;
		await pass(hourSeconds, 60);
		assert.equal(kind(), 'registered');
	});

	it('that the forge has refused are tried at once at another address and with another token', async () => {
		const { forge, kind, asked, update, renew } = open();
		forge.failure = new ForgeError('forbidden', 'No.');
		for (const change of [() => {}, () => update({ base: 'https://tunnel.example' }), () => renew('next')]) {
			change();
			await pass(20);
			assert.deepEqual([kind(), asked()], ['refused', ['create editor']]);
		}
	});

	it('are removed when the window stops, which aborts the requests that are under way', async () => {
		const { forge, webhooks, paths, asked, hold, logged, want, takeOver } = open();
		await pass(1, 1);
		want('editor', 'shell', 'site');
		hold();
		await pass(2, 1);
		forge.held = undefined;
		asked();
		await webhooks.stop(never);
		await pass(hourSeconds);
		assert.deepEqual(asked(), ['delete editor', 'list shell']);
		assert.deepEqual([forge.hooks, paths.size, logged], [[], 0, []]);
		// The forge may still be creating those whose creation was aborted.
		assert.deepEqual(await takeOver(), [tracker('shell').hookTarget]);
	});

	for (const [what, act, expected, isLeft] of [
		['are found, and have delivered nothing yet', () => {}, ['list editor'], true],
		['are removed if they are not wanted', ({ want }) => want(), ['list editor', 'delete editor'], true],
		[
			'are removed when the window stops',
			({ webhooks }) => webhooks.stop(never),
			['list editor', 'delete editor'],
			true,
		],
	] as const satisfies readonly [string, (one: ReturnType<typeof open>) => unknown, string[], boolean][]) {
		it(`${what} after the answer to their creation was lost`, async () => {
			const window = open();
			const { forge, asked, kind, isLive, takeOver } = window;
			forge.isLost = true;
			await pass(1, 1);
			assert.deepEqual([kind(), forge.hooks.length], ['pending', 1]);
			asked();
			forge.isLost = false;
			act(window);
			await pass(100);
			assert.deepEqual(asked(), expected);
			assert.equal(isLive(), false);
			assert.deepEqual(await takeOver(), isLeft ? [editor] : []);
		});
	}

	it('are replaced if they have another address, whose deliveries prove nothing', async () => {
		const { forge, webhooks, asked, update, deliver, isLive, takeOver } = open();
		await pass(10);
		deliver();
		assert.ok(isLive());
		asked();
		update({ base: 'https://tunnel.example' });
		deliver();
		await pass(10);
		// There is no moment without any.
		assert.deepEqual(asked(), ['create editor', 'delete editor']);
		assert.deepEqual(
			forge.hooks.map(({ url }) => url.slice(0, -32)),
			['https://tunnel.example/hook/'],
		);
		const registered = { kind: 'registered', isLive: false, hasKey: false, refusedEvents: [] };
		assert.deepEqual(webhooks.stateOf('editor'), { ...registered, deliveredAt: undefined });
		await webhooks.stop(never);
		assert.deepEqual([forge.hooks, await takeOver()], [[], []]);
	});

	it('at another address are removed in the end also if the forge refuses new ones', async () => {
		const { forge, webhooks, update, kind } = open();
		await pass(10);
		forge.refuses = () => true;
		update({ base: 'https://tunnel.example' });
		await pass(10);
		assert.deepEqual([kind(), forge.hooks.length], ['refused', 1]);
		await webhooks.stop(never);
		assert.deepEqual(forge.hooks, []);
	});

	it('have paths that stay as they are while they are wanted', async () => {
		const { webhooks, asked, paths, want } = open();
		await pass(10);
		const before = [...paths.keys()];
		want('editor', 'shell');
		assert.equal(paths.size, 4);
		want('editor');
		assert.equal(paths.size, 2);
		assert.deepEqual([...paths.keys()], before);
		want();
		assert.equal(paths.size, 0);
		want('editor');
		assert.equal(paths.size, 2);
		// When the window no longer leads, the next one registers them.
		webhooks.dispose();
		asked();
		await pass(2 * hourSeconds);
		assert.deepEqual([asked(), paths.size], [[], 0]);
	});

	it('are live, with the others of their service, while nothing was missed since the last delivery', async () => {
		const { webhooks, deliver, isLive } = open({}, ['editor', 'shell']);
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
		deliver(0);
		shows(true, 13_000);
		assert.ok(isLive('shell'));
		webhooks.didMiss('editor');
		webhooks.didMiss('editor');
		assert.equal(changes, 2);
		// It counts what arrives at the resource itself.
		deliver(1);
		shows(false, 13_000, { mayHaveMissed: true });
		assert.ok(isLive('shell'));
		deliver(0);
		shows(true, 13_000);
		changes = 0;
		webhooks.didDrop();
		webhooks.didDrop();
		assert.equal(changes, 1);
		deliver(0);
		shows(false, 13_000, { mayHaveMissed: true });
		assert.ok(!isLive('shell'));
		await pass(3, 1);
		deliver(0);
		shows(true, 16_000);
		assert.ok(isLive('shell'));
	});

	it('are reported as perhaps incomplete after the first of many lost deliveries, also if the forge refuses an event', async () => {
		const { forge, webhooks, deliver } = open();
		forge.refuses = (events) => events.includes('event:create');
		await pass(10);
		deliver();
		let changes = 0;
		webhooks.onDidChange(() => changes++);
		webhooks.didDrop();
		webhooks.didDrop();
		const state = webhooks.stateOf('editor');
		assert.deepEqual([state?.kind === 'registered' && state.mayHaveMissed, changes], [true, 1]);
	});

	it('are live also while one of them is replaced by one that answers pushes', async () => {
		const { update, deliver, isLive } = open({}, ['editor', 'shell']);
		await pass(10);
		deliver(0);
		const answering = { ...tracker('editor'), hookTarget: { ...editor, sync: true } };
		update({ resources: [answering, tracker('shell')] });
		assert.deepEqual([isLive(), isLive('shell')], [false, true]);
		await pass(10);
		assert.deepEqual([isLive(), isLive('shell')], [true, true]);
	});

	for (const [isOfAccount, which] of [
		[true, 'are live also if the forge delivers the events of tickets only to the owner of the tracker'],
		[false, 'are not live if the forge delivers the events of tickets to nobody'],
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
			deliver();
			assert.deepEqual(
				['account', 'mine', 'of-alice'].map((name) => isLive(name)),
				[true, isOfAccount, false],
			);
		});
	}

	it('are checked once an hour, unless their service has delivered meanwhile, and at once if a delivery was missed', async () => {
		const { forge, webhooks, kind, asked, deliver } = open({}, ['editor', 'shell']);
		await pass(hourSeconds - 10);
		assert.deepEqual(asked(), ['create editor', 'create shell']);
		deliver(0);
		await pass(hourSeconds - 60);
		assert.deepEqual(asked(), []);
		webhooks.didMiss('shell');
		await pass(20);
		assert.deepEqual(asked(), ['list shell']);
		await pass(hourSeconds);
		assert.deepEqual(asked(), ['list editor', 'list shell']);
		// A window that led until a moment ago has created another.
		forge.hooks.push(...forge.hooks.map((hook) => ({ ...hook, id: 7 + hook.id, url: `${hook.url}/` })));
		await pass(hourSeconds);
		assert.deepEqual(asked(), ['list editor', 'delete editor', 'list shell', 'delete shell']);
		// It fails, or no longer shows the tracker, which says nothing about them.
		forge.failures.set('editor', new ForgeError('surprise', 'Odd.', { status: 500 }));
		await pass(hourSeconds);
		assert.deepEqual([kind(), asked().includes('list editor')], ['registered', true]);
		forge.failures.set('editor', new ForgeError('missing', 'No.'));
		await pass(hourSeconds);
		assert.equal(kind(), 'refused');
		forge.failures.clear();
		asked();
		webhooks.retryRefused();
		await pass(100);
		assert.deepEqual([kind(), asked()], ['registered', ['list editor']]);
	});

	for (const [which, refresh] of [
		['is renewed, and created again with the next one', 'r'],
		['ends', null],
	] as const)
		it(`are removed with their token before it ${which}, also while nothing else may be asked`, async () => {
			const end = 1.5 * hourSeconds;
			const { forge, kind, asked, setActive, renew } = open({ expires: end * 1000, refresh });
			await pass(end - 200, 1);
			assert.equal(forge.hooks.length, 1);
			setActive(false);
			asked();
			await pass(refresh ? 120 : 180, 1);
			assert.deepEqual([asked(), forge.hooks, kind()], [['delete editor'], [], 'none']);
			setActive(true);
			await pass(60);
			assert.deepEqual(asked(), []);
			if (!refresh) return;
			renew('next');
			await pass(20);
			assert.deepEqual([asked(), kind()], [['create editor'], 'registered']);
		});

	it('that the forge has lost are created again and have delivered nothing yet', async () => {
		const { forge, asked, kind, isLive, deliver } = open();
		await pass(10);
		// Without a delivery, and after one.
		for (let nth = 0; nth < 2; nth++) {
			asked();
			forge.hooks.splice(0);
			await pass(hourSeconds + 10);
			assert.deepEqual([kind(), isLive()], ['registered', false]);
			// A forge that does not list what it has would otherwise deliver more and more.
			assert.deepEqual(asked(), ['list editor', 'delete editor', 'create editor']);
			deliver();
			assert.ok(isLive());
		}
	});

	it('of this window are recognized by their ids, also if the forge shows no addresses', async () => {
		const { forge, asked, kind } = open();
		await pass(10);
		forge.hooks = forge.hooks.map((hook) => ({ ...hook, url: '' }));
		asked();
		await pass(hourSeconds);
		assert.deepEqual([kind(), asked()], ['registered', ['list editor']]);
	});

	it('stay recorded at each moment while those of other tokens are looked for', async () => {
		const { storage, asked } = open({ method: 'token', graphql: ['trackers'] });
		await pass(10);
		asked();
		const { replace } = storage;
		const recorded: number[] = [];
		storage.replace = async (name, content) => {
			recorded.push(JSON.parse(`${content}`).targets.length);
			await replace(name, content);
		};
		await pass(hourSeconds);
		assert.deepEqual([asked(), recorded.every((count) => count === 1)], [['list editor'], true]);
	});

	it('are looked for again if they are wanted again after they could not all be removed', async () => {
		const { forge, asked, want } = open();
		forge.isLost = true;
		await pass(1, 1);
		forge.isLost = false;
		want();
		await pass(100);
		assert.deepEqual(asked(), ['create editor', 'list editor', 'delete editor']);
		// The forge has carried out what it was asked for only now.
		want('editor');
		await pass(10);
		assert.deepEqual(asked(), ['list editor', 'create editor']);
	});

	it('that the forge does not show, because it repeats a page of its list, are neither lost nor created again', async () => {
		const { forge, webhooks, openWindow, asked, kind } = open();
		const others = Array.from({ length: 25 }, (_, nth) => ({
			...{ id: 100 + nth, created: '', url: `https://other.example/${nth}`, events: [], tracker: 'editor' },
		}));
		forge.hooks = [...others];
		await pass(10);
		asked();
		await pass(hourSeconds);
		assert.deepEqual([kind(), asked()], ['registered', ['list editor']]);
		webhooks.dispose();
		const next = openWindow();
		await pass(10);
		assert.deepEqual(asked(), ['list editor']);
		const state = next.stateOf('editor');
		assert.match(state?.kind === 'refused' ? state.why : '', /^The forge does not list all of its webhooks/);
	});

	it('are left to another window that has taken over within seconds, until this one takes over again because it still leads', async () => {
		const { kind, asked, takeOver, logged, want } = open();
		await pass(10);
		asked();
		await takeOver();
		want();
		await pass(20);
		want('editor');
		assert.equal(kind(), 'pending');
		await pass(30);
		assert.deepEqual(asked(), []);
		await pass(60);
		assert.deepEqual([kind(), asked()], ['registered', ['list editor']]);
		assert.equal(logged.filter((line) => line.includes('Another window')).length, 1);
	});

	it('that were just created when another window has taken over are removed', async () => {
		const { forge, asked, hold, takeOver } = open();
		const answer = hold();
		await pass(1, 1);
		await takeOver();
		answer();
		await pass(1, 1);
		assert.deepEqual(asked(), ['create editor', 'delete editor']);
		assert.deepEqual(forge.hooks, []);
	});

	it('stay as they are while it cannot be read which window registers them, which is logged once each time', async () => {
		const { kind, storage, logged, asked } = open();
		await pass(10);
		asked();
		const { read } = storage;
		for (let nth = 1; nth <= 2; nth++) {
			storage.read = async () => {
				throw new Error('of the test');
			};
			await pass(300);
			assert.deepEqual([kind(), asked()], ['registered', []]);
			assert.equal(logged.filter((line) => line.startsWith('warn')).length, nth);
			storage.read = read;
			await pass(60);
		}
	});

	it('are not created until it can be stored where they are', async () => {
		const { kind, storage, logged, asked } = open();
		const { replace } = storage;
		storage.replace = async () => {
			throw new Error('of the test');
		};
		await pass(60);
		assert.deepEqual([kind(), asked()], ['pending', []]);
		assert.match(logged[0] ?? '', /^warn It could not be stored/);
		storage.replace = replace;
		await pass(20);
		assert.equal(kind(), 'registered');
	});

	it('are looked for everywhere if what was stored is damaged', async () => {
		const { webhooks, storage, openWindow, asked } = open();
		await pass(10);
		webhooks.dispose();
		asked();
		const [name = assert.fail()] = await storage.names(['webhooks']);
		await storage.replace(['webhooks', name], '{"owner": "');
		openWindow();
		await pass(10);
		assert.deepEqual(asked(), ['list editor']);
	});

	it('are refused if the forge no longer has the service, and leave nothing to remove', async () => {
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
});
