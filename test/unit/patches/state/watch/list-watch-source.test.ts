import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as v from 'valibot';
import { Email, Patchset } from '../../../../../src/forge/shapes/lists.ts';
import type { Hint, Received } from '../../../../../src/forge/webhooks/delivery.ts';
import { StatusChanges } from '../../../../../src/patches/state/status/status-changes.ts';
import { createListWatchSource } from '../../../../../src/patches/state/watch/list-watch-source.ts';
import type { ReadCause } from '../../../../../src/platform/state/watch/read-cause.ts';
import type { News } from '../../../../../src/platform/state/watch/watch-source.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { endings } from '../../../../tools/endings.ts';
import { until } from '../../../../tools/until.ts';
import { newFile, patchBody, sendMails } from '../../../../ui/patches-mails.ts';
import { openLists } from '../lists/open-lists.ts';

describe('The mailing lists of the inbox', () => {
	const { open, forge } = demoLists();
	const ending = endings();

	/** A list of ana's, which the user reads in this window, and where another program of ana's acts as another user. */
	async function watching() {
		const window = await open({ names: ['ana'] });
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const statuses = await window.statuses();
		const items = createListWatchSource(window.lists, statuses);
		ending(items);
		await window.lists.of('ana')?.lists.own.refresh();
		const list = items.watched.find(({ id }) => id.includes('"editor-devel"')) ?? assert.fail();
		const { signal } = new AbortController();
		let cursor: unknown;
		const client = window.lists.of('ana')?.client ?? assert.fail();
		const key = (patchset: number) => ({ ...cache.key, patchset });
		const watch = async (...patchsets: readonly number[]) => {
			await Promise.all(patchsets.map((patchset) => cache.readPatchset(patchset)));
			const news = await list.read({ cursor, deliveries: [], signal });
			cursor = JSON.parse(JSON.stringify(news.cursor));
			return news.events.map((event) => [event.kind, 'item' in event && event.item]);
		};
		assert.deepEqual(await watch(), []);
		/** Reads the list by the schedule a minute later, as what was just read is not read again. */
		const readLater = async () => {
			mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
			ending(() => mock.timers.reset());
			const before = window.asked().length;
			const { events } = await list.read({ cursor, deliveries: [], cause: 'schedule', signal });
			return { events, asked: window.asked().slice(before) };
		};
		return {
			...{ readLater, list, watch, key, asked: () => window.asked(), cursor: () => cursor },
			/** In this window. */
			set: async (patchset: number, status: 'applied' | 'approved') => {
				await statuses.setStatus(await statuses.shownOf([key(patchset)]), status, 0);
				await until(() => statuses.outbox.entries.length === 0, { what: 'the status was sent' });
			},
			/** Elsewhere. */
			setElsewhere: (patchset: number, status: 'applied' | 'rejected') =>
				client.updatePatchset({ owner: '~ana', list: 'editor-devel', patchset }, { status }),
		};
	}

	it('are those of all accounts, and report what happens, but not the statuses that the user has set', async () => {
		const { list, watch, set, setElsewhere, key } = await watching();
		assert.equal(list.server, forge().addresses.lists);
		await set(14, 'applied');
		await setElsewhere(13, 'applied');
		assert.deepEqual(await watch(13, 14), [['patchset-status', key(13)]]);
	});

	it('report at the first read what the forge has delivered, and nothing older', async () => {
		const { list } = await watching();
		const { signal } = new AbortController();
		const header = { kind: 'event', delivery: 'one' } as const;
		const read = async (isVerified: boolean, ...deliveries: readonly Hint[]) => {
			const received = deliveries.map((delivery): Received => ({ isVerified, delivery }));
			return list.read({ cursor: undefined, deliveries: received, cause: 'delivery', signal });
		};
		const titles = ({ events }: News) => events.map(({ title }) => title);
		const { cursor } = await read(true);
		await sendMails(forge(), [
			{ id: 'before@example.org', subject: 'Before the sign-in', body: 'Hello.' },
			{ id: 'after@example.org', subject: 'After it', body: 'Hello.' },
			{ id: 'later@example.org', subject: 'Later', body: 'Hello.' },
		]);
		const { events } = await list.read({ cursor, deliveries: [], signal });
		assert.deepEqual(titles({ events, cursor }), ['Before the sign-in', 'After it', 'Later']);
		const after = Number(/\d+$/.exec(events[1]?.key ?? '')?.[0]);
		const mail = { ...header, event: 'post:received', body: v.parse(Email, { id: after }) } as const;
		assert.deepEqual(titles(await read(true, mail)), ['After it', 'Later']);
		assert.deepEqual(titles(await read(true)), []);
		assert.deepEqual(titles(await read(false, mail)), []);
	});

	it('are not read for deliveries about mails and patchsets that were reported', async () => {
		const { list, cursor, asked } = await watching();
		const { signal } = new AbortController();
		const header = { kind: 'event', delivery: 'one' } as const;
		const of = (shown: Hint): Received => ({ isVerified: true, delivery: shown });
		const mail = (id: number) => of({ ...header, event: 'post:received', body: v.parse(Email, { id }) });
		const patchset = (id: number) =>
			of({ ...header, event: 'patchset:received', body: v.parse(Patchset, { id }) });
		const isRead = async (...deliveries: readonly Received[]) => {
			const before = asked().length;
			await list.read({ cursor: cursor(), deliveries, cause: 'delivery', signal });
			return asked().length > before;
		};
		assert.equal(await isRead(mail(1), patchset(1)), false);
		assert.equal(await isRead(mail(100_000)), true);
		assert.equal(await isRead(mail(1), patchset(100_000)), true);
	});

	it('are read with their details and pull requests every tenth time by the schedule, and otherwise always', async () => {
		const window = await open({ names: ['bob'] });
		const lists = window.lists.of('bob')?.lists ?? assert.fail();
		await lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
		// A view shows the list.
		await window.cache('bob', 'editor-devel');
		const items = createListWatchSource(window.lists, await window.statuses());
		ending(items);
		const list = items.watched.find(({ id }) => id.includes('"editor-devel"')) ?? assert.fail();
		const { signal } = new AbortController();
		let cursor: unknown;
		mock.timers.enable({ apis: ['Date'], now: Date.now() });
		ending(() => mock.timers.reset());
		const requests = async (cause: ReadCause) => {
			mock.timers.tick(60_000);
			window.forget();
			({ cursor } = await list.read({ cursor, deliveries: [], cause, signal }));
			return window.asked().length;
		};
		await requests('refresh');
		const counts: number[] = [];
		for (let nth = 0; nth < 11; nth++) counts.push(await requests('schedule'));
		assert.deepEqual(counts, [...Array(9).fill(2), 4, 2]);
		assert.deepEqual([await requests('delivery'), await requests('schedule')], [4, 2]);
	});

	it('are read with at most four requests when a patch has come and no webhook has announced it', async () => {
		const { readLater } = await watching();
		const body = patchBody('It blinks.', [newFile('blink.txt', ['on', 'off'])]);
		await sendMails(forge(), [{ id: 'blink@example.org', subject: '[PATCH editor] Blink', body }]);
		const { events, asked } = await readLater();
		assert.deepEqual(
			events.map(({ kind, title }) => [kind, title]),
			[['patchset', 'Blink']],
		);
		assert.ok(asked.length <= 4, asked.join('\n'));
	});

	it('have what the author of the last mail of each thread wrote, without quotes, and who it was', async () => {
		const { readLater } = await watching();
		const stranger = 'Kim Lee <kim@elsewhere.example>';
		await sendMails(forge(), [
			{ id: 'how@example.org', subject: 'How fast?', body: 'Well?\n' },
			{ id: 're-1@example.org', subject: 'Re: How fast?', body: 'First.\n', answers: 'how@example.org' },
			{
				...{ id: 're-2@example.org', subject: 'Re: How fast?', from: stranger, answers: 'how@example.org' },
				body: 'On Monday, Bob wrote:\n> Well?\n\nTwice a second.\nOr less.\n',
			},
			{ id: 'other@example.org', subject: 'Other', body: 'Other text.\n' },
		]);
		const { events, asked } = await readLater();
		assert.deepEqual(
			events.map((event) => [event.title, event.by, event.text]),
			[
				['How fast?', '~bob', undefined],
				['How fast?', '~bob', undefined],
				['How fast?', 'Kim Lee', 'Twice a second.\nOr less.'],
				['Other', '~bob', 'Other text.'],
			],
		);
		const reads = asked.filter((what) => what.includes('/emails/'));
		assert.equal(reads.length, 2);
	});

	it('are found by the mails that the hooks of their account deliver', async () => {
		const window = await open({ names: ['ana'] });
		const items = createListWatchSource(window.lists, await window.statuses());
		await window.lists.of('ana')?.lists.own.refresh();
		const [all = assert.fail()] = items.watched;
		const itemIn = (delivery: Hint) => all.itemIn?.({ delivery, isVerified: false });
		const list = { name: 'editor-devel', owner: { canonical_name: '~ana' } };
		const body = v.parse(Email, { id: 7, list });
		const header = { kind: 'event', delivery: 'one' } as const;
		const id = items.watched.find((one) => one.id.includes('"editor-devel"'))?.id;
		assert.ok(id);
		for (const event of ['email:received', 'post:received'] as const)
			assert.equal(itemIn({ ...header, event, body }), id);
		assert.equal(itemIn({ ...header, event: 'email:received', body: { ...body, list: null } }), undefined);
		assert.equal(itemIn({ ...header, event: 'subscription:remove', body: { id: 7 } }), undefined);
		items.dispose();
	});
});

describe('A mailing list of the inbox in GraphQL', () => {
	const { lifetime, inRest, inGraphql } = demoForge();
	afterEach(() => mock.timers.reset());

	it('is read with its details by the schedule, with one request', async () => {
		let sent = 0;
		const account = inGraphql('bob', () => sent++);
		const { lists, ...window } = await openLists(account, lifetime);
		await lists.of('bob')?.lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
		const statuses = lifetime.add(await StatusChanges.open({ lists, ...window }));
		const source = lifetime.add(createListWatchSource(lists, statuses));
		const list = source.watched.find(({ id }) => id.includes('"editor-devel"')) ?? assert.fail();
		const { signal } = new AbortController();
		const read = (cursor: unknown, cause: ReadCause) => list.read({ cursor, deliveries: [], cause, signal });
		let { cursor } = await read(undefined, 'refresh');
		mock.timers.enable({ apis: ['Date'], now: Date.now() });
		const readLater = async () => {
			mock.timers.tick(60_000);
			sent = 0;
			const news = await read(cursor, 'schedule');
			({ cursor } = news);
			return [...news.events.map(({ kind }) => kind), sent];
		};
		assert.deepEqual([await readLater(), await readLater()], [[1], [1]]);
		await inRest('ana').connection.lists.updateList(
			{ list: mine('editor-devel') },
			{ description: 'Changed.' },
		);
		assert.deepEqual([await readLater(), await readLater()], [['list', 1], [1]]);
	});
});
