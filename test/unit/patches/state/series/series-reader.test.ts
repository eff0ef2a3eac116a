import assert from 'node:assert/strict';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import type { Edit } from '../../../../kit/forge/connected-area.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { ofMail, ofPatchset, pathOf, shorten, summaryOf } from '../../../../kit/mails/read-summary.ts';
import { changedFile, patchBody, sendMails } from '../../../../ui/patches-mails.ts';

for (const quirks of [[], allQuirks]) {
	describe(`A series${quirks.length > 0 ? ' of a server that deviates from the contract' : ''}`, () => {
		const { open, forge } = demoLists(quirks);
		const status = quirks.length === 0 ? 'superseded' : 'needs_revision';
		const wrapped = {
			title: 'Wrap long lines',
			versions: [1, 2, 3],
			version: 3,
			statuses: [`6 ${status}`, `7 ${status}`, '12 proposed'],
			patches: [1, 1, 1],
			mails: 7,
			unread: 0,
			error: undefined,
		};
		/** A window that knows the list. */
		const openKnown = async () => {
			const window = await open();
			const cache = await window.cache('ana', 'editor-devel');
			await cache.refresh();
			window.forget();
			return { ...window, cache };
		};

		it('that the list knows is read with two requests, and then needs no connection', async () => {
			const window = await openKnown();
			const reader = window.reader(ofPatchset(12));
			await reader.open();
			assert.deepEqual(window.asked(), []);
			assert.deepEqual(summaryOf(reader), {
				...wrapped,
				patches: [undefined, undefined, undefined],
				...{ mails: 0, unread: 7 },
			});
			await reader.refresh();
			assert.deepEqual(window.asked().toSorted(), [pathOf(12), '/thread/106']);
			assert.deepEqual(summaryOf(reader), wrapped);
			assert.ok(reader.asOf);
			await reader.settled();

			const later = await open({ folder: window.folder });
			later.cut(true);
			const offline = later.reader(ofPatchset(12));
			assert.equal(offline.reading, undefined);
			await offline.open();
			assert.deepEqual([summaryOf(offline), later.asked()], [wrapped, []]);
			assert.equal(offline.asOf, reader.asOf);
			await offline.refresh();
			assert.deepEqual(summaryOf(offline), { ...wrapped, error: 'offline' });
			later.cut(false);
			await offline.refresh();
			assert.deepEqual(summaryOf(offline), wrapped);
		});

		it('that the list does not know is read with three requests', async () => {
			const { reader: readerOf, asked } = await open();
			const reader = readerOf(ofPatchset(9));
			await reader.open();
			assert.equal(reader.reading, undefined);
			await reader.refresh();
			assert.deepEqual(asked().toSorted(), [pathOf(9), `${pathOf(9)}/patches`, '/thread/88']);
			const { title, statuses, patches, mails } = summaryOf(reader);
			assert.deepEqual(
				[title, statuses, patches, mails],
				['Search for patterns', ['9 approved'], [1, 1, 1, 1, 1], 9],
			);
		});

		it('whose thread has short mails is read with a request for each mail, but only once', async () => {
			const { reader: readerOf, asked, connections, forget } = await open();
			for (const { line } of connections) line.edit = shorten;
			const reader = readerOf(ofPatchset(12));
			await reader.refresh();
			assert.deepEqual([summaryOf(reader).patches, summaryOf(reader).mails], [[1, 1, 1], 7]);
			assert.equal(asked().length, 3 + 7);
			assert.equal(asked().filter((path) => path.startsWith('/emails/')).length, 7);
			forget();
			await reader.refresh();
			assert.deepEqual(asked().toSorted(), [pathOf(12), '/thread/106']);
		});

		it('lacks only the mails that cannot be read, which are read again', async () => {
			const { reader: readerOf, asked, connections, forget } = await open();
			const fails = (pattern: RegExp): Edit => {
				return (what, text) =>
					pattern.test(what) ? { status: 500, text: '<html>500</html>' } : shorten(what, text);
			};
			for (const { line } of connections) line.edit = fails(/emails\/107$/);
			const reader = readerOf(ofPatchset(12));
			await reader.refresh();
			assert.deepEqual([reader.reading?.mails.size, reader.reading?.unread], [6, [107]]);
			assert.equal(reader.lastError?.kind, 'surprise');
			for (const { line } of connections) line.edit = shorten;
			forget();
			await reader.refresh();
			assert.deepEqual([summaryOf(reader).patches, reader.reading?.unread], [[1, 1, 1], []]);
			assert.equal(reader.lastError, undefined);
			assert.equal(asked().filter((path) => path.startsWith('/emails/')).length, 1);
		});

		it('shows a status and a reply that are new', async () => {
			const { reader: readerOf, cache } = await openKnown();
			const reader = readerOf(ofPatchset(14));
			await reader.refresh();
			const known = reader.reading?.mails.size ?? 0;
			const [{ token = '' } = {}] = forge().users.filter((user) => user.name === '~ana');
			await fetch(`${forge().addresses.lists}/api/user/~ana${pathOf(14)}`, {
				method: 'PUT',
				headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
				body: JSON.stringify({ status: 'approved' }),
			});
			const patch = [...(reader.reading?.mails.values() ?? [])].find(({ patches }) => patches.length > 0);
			const answers = patch?.mail.messageId?.slice(1, -1) ?? assert.fail();
			await sendMails(forge(), [{ id: 'new-reply@forge.test', subject: 'Re: term', body: 'Fine.', answers }]);
			await reader.refresh();
			assert.deepEqual(summaryOf(reader).statuses, ['14 approved']);
			assert.equal(cache.patchset(14)?.status, 'approved');
			assert.equal(reader.reading?.mails.size, known + 1);
			const added = [...(reader.reading?.mails.values() ?? [])].find(
				({ mail }) => mail.subject === 'Re: term',
			);
			assert.deepEqual([added?.parentId, added?.mail.text.trim()], [patch?.id, 'Fine.']);
		});

		it('is found by each of its mails and by replies to them', async () => {
			const { reader: readerOf, asked } = await open();
			const reader = readerOf(ofPatchset(12));
			await reader.refresh();
			for (const id of reader.reading?.mails.keys() ?? []) {
				const other = readerOf(ofMail(id));
				await other.open();
				assert.deepEqual(other.reading, reader.reading, `the series of the mail ${id}`);
			}
			assert.equal(asked().length, 3);
		});

		it('that is known only by a mail is read with three requests', async () => {
			const { reader: readerOf, asked } = await open();
			const reader = readerOf(ofMail(107));
			await reader.refresh();
			assert.deepEqual(asked(), ['/emails/107', '/thread/106', pathOf(12)]);
			const { version, statuses, patches } = summaryOf(reader);
			assert.deepEqual([version, statuses, patches], [3, ['12 proposed'], [1, 1, 1]]);
		});

		it('that was sent in many threads is read again with three requests', async () => {
			const subjects = [1, 2, 3, 4].map((number) => `[PATCH unthreaded ${number}/4] Part ${number}`);
			const body = patchBody('Text', [changedFile('a', 1, ['-one', '+two'])]);
			const parts = subjects.map((subject, index) => ({ id: `part-${index}@forge.test`, subject, body }));
			await sendMails(forge(), parts);
			const { reader: readerOf, cache, asked, forget } = await openKnown();
			const { id } =
				[...cache.mails.values()].find(({ subject }) => subject === subjects[2]) ?? assert.fail();
			const reader = readerOf(ofMail(id));
			await reader.refresh();
			assert.deepEqual(summaryOf(reader).patches, [1, 1, 1, 1]);
			await sendMails(forge(), [
				{ id: 'fine@forge.test', subject: 'Re: Part', body: 'Fine.', answers: 'part-3@forge.test' },
			]);
			forget();
			await reader.refresh();
			assert.equal(reader.reading?.mails.size, 5);
			assert.equal(asked().filter((path) => path.startsWith('/thread/')).length, 0);
			assert.equal(asked().length, 3, asked().join(', '));
		});

		it('is read from the thread that its first mail belongs to now', async () => {
			const { reader: readerOf, connections, asked, cache } = await openKnown();
			const first = cache.mails.get(106) ?? assert.fail();
			for (const { line } of connections) {
				line.edit = (what, text) => {
					if (what.endsWith('/thread/106')) return { status: 404, text: '{"errors":[]}' };
					const moved = { ...JSON.parse(text), parent_id: 70, thread_id: 70 };
					return what.endsWith('/emails/106') ? { text: JSON.stringify(moved) } : undefined;
				};
			}
			const reader = readerOf(ofMail(106));
			await reader.refresh();
			assert.deepEqual([first.thread, cache.mails.get(106)?.thread, reader.lastError], [null, 70, undefined]);
			assert.ok(asked().includes('/thread/70'));
		});

		it('may be a request to pull', async () => {
			const { cache, reader: readerOf } = await openKnown();
			const pull = cache.threads.series.find(({ status }) => status === 'pull') ?? assert.fail();
			const id = pull.newest.cover?.id ?? assert.fail();
			const reader = readerOf(ofMail(id));
			await reader.refresh();
			assert.deepEqual([reader.reading?.chain?.kind, reader.reading?.version?.cover?.id], ['pull', id]);
			assert.match(reader.reading?.mails.get(id)?.mail.text ?? '', /are available in the Git repository at/);
		});

		it('that was sent into the thread of another version has its own mails and replies', async () => {
			const { cache, reader: readerOf } = await openKnown();
			const versions = cache.threads.series.find(({ newest }) => newest.version === 2)?.chain.versions ?? [];
			const mails = await Promise.all(
				versions.map(async ({ patches: [patch] }) => {
					const reader = readerOf(ofMail(patch?.mail.id ?? 0));
					await reader.refresh();
					assert.deepEqual(reader.reading?.chain?.versions.length, 2);
					return [...(reader.reading?.mails.keys() ?? [])];
				}),
			);
			assert.deepEqual(
				mails.map((ids) => ids.length),
				[3, 2],
			);
			assert.equal(new Set(mails.flat()).size, 5);
		});
	});
}

describe('A thread without patches', () => {
	const { open } = demoLists();

	it('has all its mails', async () => {
		const { cache: cacheOf, reader: readerOf, asked, forget } = await open();
		const cache = await cacheOf('ana', 'editor-devel');
		await cache.refresh();
		const thread = cache.threads.discussions.find(({ mail }) => mail.subject === 'What the editor is not');
		const reader = readerOf(ofMail(thread?.mail.id ?? 0));
		forget();
		await reader.refresh();
		assert.equal(asked().length, 1);
		assert.deepEqual(
			[reader.reading?.chain, reader.reading?.version, reader.reading?.mails.size, reader.reading?.unread],
			[undefined, undefined, 40, []],
		);
	});
});
