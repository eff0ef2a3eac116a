import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toOwnName } from '../../../../../src/forge/contract/own-name.ts';
import { watchList } from '../../../../../src/patches/state/watch/watch-list.ts';
import type { ListHappening } from '../../../../../src/platform/model/forge-events.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { diff } from '../../../../kit/forge/lists-forge.ts';
import { sendMails } from '../../../../ui/patches-mails.ts';
import { openList } from '../lists/open-lists.ts';

/** Mails with these subjects. */
const mailsOf = (subjects: readonly string[], body = 'Text.', from = 'Carol <carol@example.org>') =>
	subjects.map((subject) => ({ id: `${randomUUID()}@example.org`, subject, body, from }));

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`Watching a mailing list of ${kind}`, () => {
		const { open, forge } = demoLists(quirks);

		/** Watches a list of ana's, from what is there now. */
		async function watching(as: 'ana' | 'bob' = 'ana') {
			const window = await open({ names: ['ana', 'bob'] });
			const cache = await window.cache(as, 'editor-devel');
			const { signal } = new AbortController();
			let cursor: unknown;
			const from = (cursor: unknown) => watchList({ cache, cursor, me: `~${as}`, signal });
			const watch = async (): Promise<readonly ListHappening[]> => {
				const { events, cursor: next } = await from(cursor);
				cursor = JSON.parse(JSON.stringify(next));
				return events;
			};
			assert.deepEqual(await watch(), []);
			const client = window.lists.of('ana')?.client ?? assert.fail();
			return { ...window, watch, from, client, cursor: () => cursor };
		}

		const kindsOf = (events: readonly ListHappening[]) =>
			events.map((event) => `${event.kind} ${event.title}`);

		it('does not take a name in a mail for an account', async () => {
			const { watch } = await watching();
			await sendMails(forge(), mailsOf(['[PATCH editor] Trust me'], diff, '~ana <mallory@evil.test>'));
			const [event] = [...(await watch()), ...(await watch())];
			assert.deepEqual([event?.title, event?.by], ['Trust me', 'mallory@evil.test']);
		});

		it('reports all mails of a second burst soon after the first, and reads no page of older mails', async () => {
			const { watch, asked } = await watching();
			for (const burst of ['first', 'second']) {
				const subjects = Array.from({ length: 120 }, (_, at) => `The ${burst} burst: ${at}`);
				await sendMails(forge(), mailsOf(subjects));
				const before = asked().length;
				assert.deepEqual(
					kindsOf(await watch()),
					subjects.map((subject) => `thread ${subject}`),
				);
				if (burst === 'first') continue;
				const paths = asked()
					.slice(before)
					.map((path) => path.replace(/.*\/(\w+)\b/, '$1').replace(/=\d+$/, ''));
				const newest = ['posts?search=%21is%3Arequest-pull', 'posts?search=is%3Arequest-pull'];
				const further = `${newest[0]}&start`;
				assert.deepEqual(paths, ['patchsets', ...newest, ...newest, further, further]);
			}
		});

		it('reports all patchsets of a second burst soon after the first', async () => {
			const { watch } = await watching();
			for (const burst of ['first', 'second']) {
				const titles = Array.from({ length: 60 }, (_, at) => `${at} of the ${burst} burst`);
				const subjects = titles.map((title) => `[PATCH editor] ${title}`);
				await sendMails(forge(), mailsOf(subjects, diff));
				assert.deepEqual(
					kindsOf(await watch()),
					titles.map((title) => `patchset ${title}`),
				);
			}
		});

		it('reports changed details of a list of another user', async () => {
			const { watch, client } = await watching('bob');
			await client.updateList(
				{ list: toOwnName({ owner: '~ana', name: 'editor-devel' }, '~ana') },
				{ description: `New: ${randomUUID()}` },
			);
			const [event, ...others] = await watch();
			assert.deepEqual([event?.kind, event?.item, event?.title], ['list', null, '~ana/editor-devel']);
			assert.deepEqual([others, await watch()], [[], []]);
		});

		it('starts anew with a damaged cursor, and reports the same keys if a read is repeated', async () => {
			const { from, cursor } = await watching();
			await sendMails(forge(), mailsOf(['A mail']));
			for (const damaged of [undefined, { mails: 1 }]) assert.deepEqual((await from(damaged)).events, []);
			const keys = async () => (await from(cursor())).events.map(({ key }) => key);
			const first = await keys();
			assert.equal(first.length, 1);
			assert.deepEqual(await keys(), first);
		});
	});
}

describe('Watching a mailing list in GraphQL', () => {
	const { forge, lifetime, inGraphql } = demoForge();

	it('reports all new mails if there are a few more than the forge lists at once', async () => {
		const cache = openList(inGraphql('bob').connection, lifetime);
		await cache.refresh();
		const { signal } = new AbortController();
		const watch = (cursor: unknown) => watchList({ cache, cursor, me: '~bob', signal });
		const { cursor } = await watch(undefined);
		const subjects = Array.from({ length: 30 }, (_, at) => `One of thirty: ${at}`);
		await sendMails(forge(), mailsOf(subjects));
		const { events } = await watch(cursor);
		assert.deepEqual(
			events.map(({ title }) => title),
			subjects,
		);
	});
});
