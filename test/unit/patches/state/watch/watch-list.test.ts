import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { toOwnName } from '../../../../../src/forge/contract/own-name.ts';
import { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { watchList } from '../../../../../src/patches/state/watch/watch-list.ts';
import type { ListHappening } from '../../../../../src/platform/model/forge-events.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { type Name, people } from '../../../../../src/sandbox/world/material/people.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { diff, mailer } from '../../../../kit/forge/lists-forge.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { endings } from '../../../../tools/endings.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

interface Letter {
	readonly from?: Name;
	readonly id?: string;
	readonly answers?: string;
	readonly body?: string;
}

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`Watching a mailing list of ${kind}`, () => {
		const { open, forge } = demoLists(quirks);
		const ending = endings();

		/** Watches a list of ana's, from what is there now. */
		async function watching(as: 'ana' | 'bob' = 'ana', isOwnStatus = () => false) {
			const window = await open({ names: ['ana', 'bob'] });
			const cache = await window.cache(as, 'editor-devel');
			const { signal } = new AbortController();
			let cursor: unknown;
			const from = (cursor: unknown) => watchList({ cache, cursor, me: `~${as}`, isOwnStatus, signal });
			const watch = async (): Promise<readonly ListHappening[]> => {
				const { events, cursor: next } = await from(cursor);
				cursor = JSON.parse(JSON.stringify(next));
				return events;
			};
			assert.deepEqual(await watch(), []);
			const { send, end } = await mailer(forge().smtp.port);
			ending(end);
			const post = async (subject: string, { from = 'carol', id, answers, body = 'Text.' }: Letter = {}) => {
				const { name, email } = people[from];
				const lines = [`From: ${name} <${email}>`, `Subject: ${subject}`];
				lines.push(`Message-ID: <${id ?? randomUUID()}@example.org>`);
				if (answers !== undefined) lines.push(`In-Reply-To: <${answers}@example.org>`);
				const text = [...lines, '', body].join('\r\n');
				assert.match(await send(email, ['~ana/editor-devel@lists.localhost'], text), /^250 /);
			};
			const client = window.lists.of('ana')?.client ?? assert.fail();
			return { ...window, cache, watch, from, post, send, client, cursor: () => cursor };
		}

		const kindsOf = (events: readonly ListHappening[]) =>
			events.map((event) => `${event.kind} ${event.title}`);
		let serial = 0;
		/** A Message-ID that no other test uses. */
		const newId = () => `watched-${++serial}-${quirks.length}`;

		it('does not take a name in a mail for an account', async () => {
			const { watch, send } = await watching();
			const lines = ['From: ~ana <mallory@evil.test>', 'Subject: [PATCH editor] Trust me'];
			const text = [...lines, 'Message-ID: <trust@evil.test>', '', diff].join('\r\n');
			assert.match(await send('mallory@evil.test', ['~ana/editor-devel@lists.localhost'], text), /^250 /);
			const [event] = [...(await watch()), ...(await watch())];
			assert.deepEqual([event?.title, event?.by], ['Trust me', 'mallory@evil.test']);
		});

		it('reports all mails of a second burst soon after the first, and reads no page of older mails', async () => {
			const { watch, post, asked } = await watching();
			for (const burst of ['first', 'second']) {
				const subjects = Array.from({ length: 120 }, (_, at) => `The ${burst} burst: ${at}`);
				for (const subject of subjects) await post(subject);
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
			const { watch, post } = await watching();
			for (const burst of ['first', 'second']) {
				const titles = Array.from({ length: 60 }, (_, at) => `${at} of the ${burst} burst`);
				for (const title of titles) await post(`[PATCH editor] ${title}`, { body: diff });
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
				{ description: `New: ${newId()}` },
			);
			const [event, ...others] = await watch();
			assert.deepEqual([event?.kind, event?.item, event?.title], ['list', null, '~ana/editor-devel']);
			assert.deepEqual([others, await watch()], [[], []]);
		});

		it('starts anew with a damaged cursor, and reports the same keys if a read is repeated', async () => {
			const { post, from, cursor } = await watching();
			await post('A mail');
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
		const { lists: client = assert.fail(), listExtras: extras } = inGraphql('bob').connection;
		const { log } = readable();
		const cache = lifetime.add(
			new ListCache({
				key: { account: 'bob', owner: '~ana', list: 'editor-devel' },
				me: '~bob',
				isOwn: false,
				client,
				extras,
				log,
				cache: fileStorage(temporaryFolder('lists'), log),
			}),
		);
		await cache.refresh();
		const { signal } = new AbortController();
		const watch = (cursor: unknown) => watchList({ cache, cursor, me: '~bob', signal });
		const { cursor } = await watch(undefined);
		const subjects = Array.from({ length: 30 }, (_, at) => `One of thirty: ${at}`);
		const { send, end } = await mailer(forge().smtp.port);
		const { name, email } = people.carol;
		for (const subject of subjects) {
			const head = [`From: ${name} <${email}>`, `Subject: ${subject}`, `Message-ID: <${randomUUID()}@x.org>`];
			const text = [...head, '', 'Text.'].join('\r\n');
			assert.match(await send(email, ['~ana/editor-devel@lists.localhost'], text), /^250 /);
		}
		end();
		const { events } = await watch(cursor);
		assert.deepEqual(
			events.map(({ title }) => title),
			subjects,
		);
	});
});
