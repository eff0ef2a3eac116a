import assert from 'node:assert/strict';
import { parseFullMail } from '../../../../../src/patches/model/series/mails/full-mail.ts';
import { listAddress } from '../../../../../src/patches/state/review/list-address.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const listed = { id: 999_999, created: '2026-11-01T10:00:00Z', parent: null, thread: null, sender: null };
const mailTo = (host: string, name = 'editor-devel') =>
	parseFullMail(listed, `From: Eve <eve@evil.test>\nTo: ~ana/${name}@${host}\n\nText.\n`);

describe('The address that answers are sent to', () => {
	const { open } = demoLists();

	async function openList() {
		const window = await open({ names: ['ana'] });
		await (await window.cache('ana', 'editor-devel')).refresh();
		window.forget();
		const account = window.lists.of('ana') ?? assert.fail();
		const addressFor = (host: string, name = list.list) =>
			listAddress(account, { ...list, list: name }, [mailTo(host, name)]);
		return { ...window, account, addressFor };
	}

	it('is at the host of the forge, without a request, if the mail was sent there', async () => {
		const { addressFor, asked } = await openList();
		assert.equal(await addressFor('127.0.0.1'), '~ana/editor-devel@127.0.0.1');
		assert.deepEqual(asked(), []);
	});

	it('is where others have sent their mails, of which the forge is asked once', async () => {
		const { addressFor, asked } = await openList();
		assert.equal(await addressFor('evil.test'), '~ana/editor-devel@lists.localhost');
		const requests = asked().length;
		assert.ok(requests > 0 && requests <= 5, String(requests));
		assert.equal(await addressFor('evil.test'), '~ana/editor-devel@lists.localhost');
		assert.equal(asked().length, requests);
	});

	it('is at the host of the forge if nothing is known of other mails', async () => {
		const { addressFor, cut } = await openList();
		cut(true);
		assert.equal(await addressFor('evil.test'), '~ana/editor-devel@127.0.0.1');
	});

	it('is at the host of other lists if the sender is the only one who has written to this one', async () => {
		const { account, addressFor } = await openList();
		assert.equal(await addressFor('lists.localhost', 'personal'), '~ana/personal@127.0.0.1');
		await account.lists.own.refresh();
		assert.equal(await addressFor('lists.localhost', 'personal'), '~ana/personal@lists.localhost');
		assert.equal(await addressFor('evil.test', 'personal'), '~ana/personal@lists.localhost');
	});
});
