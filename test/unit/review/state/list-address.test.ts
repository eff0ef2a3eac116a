import assert from 'node:assert/strict';
import { parseFullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { certainHost, findListHosts } from '../../../../src/review/state/list-address.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const listed = { id: 999_999, created: '2026-11-01T10:00:00Z', parent: null, thread: null, sender: null };
const mailTo = (host: string, name = 'editor-devel', from = 'Eve <eve@evil.test>') =>
	parseFullMail(listed, `From: ${from}\nTo: ~ana/${name}@${host}\n\nText.\n`);

describe('The host that takes the mails of a list', () => {
	const { open } = demoLists(['posting-host']);

	async function openList() {
		const window = await open({ names: ['ana'] });
		await (await window.cache('ana', 'editor-devel')).refresh();
		window.forget();
		const account = window.lists.of('ana') ?? assert.fail();
		const hostsFor = (host: string, name = list.list, from?: string) =>
			findListHosts(account, { ...list, list: name }, [mailTo(host, name, from)]);
		return { ...window, account, hostsFor };
	}

	it('is that of the pages, without a request, if the answered mail was sent there', async () => {
		const { hostsFor, asked } = await openList();
		assert.equal(certainHost(await hostsFor('127.0.0.1')), '127.0.0.1');
		assert.deepEqual(asked(), []);
	});

	it('is certain only if others name that of the pages, of which the forge is asked once', async () => {
		const { hostsFor, asked } = await openList();
		const named = { ofPages: '127.0.0.1', byOthers: 'lists.localhost', byAnswered: ['evil.test'] };
		assert.deepEqual(await hostsFor('evil.test'), named);
		const requests = asked().length;
		assert.ok(requests > 0 && requests <= 5, String(requests));
		assert.deepEqual(await hostsFor('evil.test'), named);
		assert.equal(asked().length, requests);
		assert.equal(certainHost(named), undefined);
		assert.equal(certainHost({ ...named, byOthers: '127.0.0.1' }), '127.0.0.1');
	});

	it('is not proved by the mails of the answered sender, however many there are', async () => {
		const { account, cache, hostsFor, asked } = await openList();
		const { mails } = await cache('ana', 'editor-devel');
		const [newest] = [...mails.values()].sort((one, other) => other.id - one.id);
		const { canonical_name, name } = newest?.sender ?? assert.fail();
		const own = [...mails.values()].filter(({ sender }) => sender?.canonical_name === canonical_name);
		assert.ok(own.length > 1);
		const answered = { ...mailTo('evil.test'), sender: { canonical_name, name } };
		const { byOthers } = await findListHosts(account, list, [answered]);
		assert.equal(byOthers, 'lists.localhost');
		assert.deepEqual(
			own.map(({ id }) => `/emails/${id}`).filter((path) => asked().some((one) => one.endsWith(path))),
			[],
		);
		assert.equal(certainHost(await hostsFor('evil.test')), undefined);
	});

	it('is not certain if nothing is known of other mails', async () => {
		const { hostsFor, cut } = await openList();
		cut(true);
		const hosts = await hostsFor('evil.test');
		assert.deepEqual(hosts, { ofPages: '127.0.0.1', byOthers: undefined, byAnswered: ['evil.test'] });
		assert.equal(certainHost(hosts), undefined);
	});

	it('is the one of other lists of the forge if the sender is the only one who has written to this one', async () => {
		const { account, hostsFor } = await openList();
		assert.equal((await hostsFor('lists.localhost', 'personal')).byOthers, undefined);
		await account.lists.own.refresh();
		for (const host of ['lists.localhost', 'evil.test'])
			assert.equal((await hostsFor(host, 'personal')).byOthers, 'lists.localhost');
	});
});
