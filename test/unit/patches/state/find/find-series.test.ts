import assert from 'node:assert/strict';
import { findSeries, type SeriesReference } from '../../../../../src/patches/state/find/find-series.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../../kit/mails/read-summary.ts';
import { sendMails } from '../../../../ui/patches-mails.ts';

const { openPatchsets } = await import('../../../../../src/patches/commands/find/open-patchsets.ts');

const { signal } = new AbortController();
const mail = (message: string | number): SeriesReference => ({ kind: 'mail', message: String(message) });

for (const quirks of [[], allQuirks]) {
	describe(`A series${quirks.length > 0 ? ' of a server that deviates from the contract' : ''}`, () => {
		const { open: openLists, forge } = demoLists(quirks);
		const open = async (options: Parameters<typeof openLists>[0] = {}) => {
			const window = await openLists(options);
			const account = window.lists.of('ana') ?? assert.fail();
			return {
				...window,
				account,
				find: (reference: SeriesReference) => findSeries(account, reference, signal),
			};
		};

		it('is found by the number or the Message-ID of a mail', async () => {
			const { find, account, asked } = await open();
			assert.deepEqual(await find(mail(107)), { key: ofPatchset(12), mail: 107 });
			const { message_id } = await account.client.email({ email: 107 });
			for (const name of [message_id, message_id.slice(1, -1)])
				assert.deepEqual(await find(mail(name)), { key: ofPatchset(12), mail: 107 });
			assert.ok(asked().every((path) => path.startsWith('/emails/')));
		});

		it('is found without a request if its list knows it, and if a patchset is named', async () => {
			const { find, cache: cacheOf, cut } = await open();
			const cache = await cacheOf('ana', 'editor-devel');
			await cache.refresh();
			cut(true);
			for (const key of [107, cache.mails.get(107)?.messageId ?? ''])
				assert.deepEqual(
					await find({ kind: 'mail', message: String(key), owner: '~ana', list: 'editor-devel' }),
					{ key: ofPatchset(12), mail: 107 },
				);
			assert.deepEqual(await find({ kind: 'patchset', owner: '~bob', list: 'x', patchset: 4711 }), {
				key: { account: 'ana', owner: '~bob', list: 'x', patchset: 4711 },
			});
		});

		it('is read with four requests after it was found', async () => {
			const { find, reader: readerOf, asked } = await open();
			const reader = readerOf((await find(mail(107)))?.key ?? assert.fail());
			await reader.refresh();
			assert.equal(reader.reading?.unread.length, 0);
			assert.equal(asked().length, 4);
		});

		it('is found by a Message-ID with a slash', async () => {
			const { find } = await open();
			await sendMails(forge(), [{ id: 'a/b@forge.test', subject: 'A slash', body: 'See a/b@forge.test.' }]);
			const found = await find({
				kind: 'mail',
				message: 'a/b@forge.test',
				owner: '~ana',
				list: 'editor-devel',
			});
			assert.ok(found && 'mail' in found.key);
			assert.equal(found.key.mail, found.mail);
		});
	});
}

describe('A series that is named', () => {
	const { open: openLists } = demoLists();
	const open = async () => {
		const window = await openLists();
		const account = window.lists.of('ana') ?? assert.fail();
		await account.lists.own.refresh();
		const answer = (status: number, text: string) => {
			for (const { line } of window.connections) line.edit = () => ({ status, text });
		};
		return {
			...window,
			answer,
			find: (reference: SeriesReference) => findSeries(account, reference, signal),
		};
	};

	it('is unknown if there is no such mail', async () => {
		const { find } = await open();
		assert.equal(await find(mail(4711)), undefined);
		assert.equal(await find(mail('missing@example.org')), undefined);
	});

	for (const [kind, status, text] of [
		['surprise', 500, '<html>500</html>'],
		['surprise', 200, '<html>welcome</html>'],
		['forbidden', 403, '<html>Forbidden</html>'],
		['signed-out', 401, '{"errors":[{"reason":"Unauthorized"}]}'],
	] as const) {
		it(`cannot be found if the forge answers ${status} ${text}`, async () => {
			const { find, answer } = await open();
			answer(status, text);
			for (const name of ['12', 'a@example.org', 'a/b@example.org'])
				await assert.rejects(find(mail(name)), { kind });
		});
	}

	it('cannot be found if the forge does not know its Message-ID, and its list cannot be searched', async () => {
		const { find, connections } = await open();
		for (const { line } of connections)
			line.edit = (what) =>
				what.includes('/posts') ? { status: 500, text: '<html>500</html>' } : { status: 404, text: '{}' };
		await assert.rejects(find(mail('a/b@example.org')), { kind: 'surprise' });
	});

	it('cannot be found if its mail does not say in which list it is', async () => {
		const { find, connections } = await open();
		for (const { line } of connections) {
			line.edit = (_, text) => ({ text: JSON.stringify({ ...JSON.parse(text), list: null }) });
		}
		assert.equal(await find(mail(107)), undefined);
		assert.deepEqual(await find({ kind: 'mail', message: '107', owner: '~ana', list: 'editor-devel' }), {
			key: ofPatchset(12),
			mail: 107,
		});
	});

	it('cannot be found if one account cannot be asked, also if another one does not see it', async () => {
		const { lists, connections } = await openLists({ names: ['ana', 'bob'] });
		for (const [nth, { line }] of connections.entries())
			line.edit = () => ({ status: nth === 0 ? 500 : 404, text: '{}' });
		const reference = { kind: 'patchset', owner: '~ana', list: 'editor-devel', patchset: 12 } as const;
		const { choices } = openPatchsets(
			lists,
			() => {},
			async () => {},
		);
		const [choice = assert.fail()] = await choices(
			{ instance: undefined, target: reference, text: '' },
			undefined,
		);
		await assert.rejects(choice.find(signal), { kind: 'surprise' });
	});
});
