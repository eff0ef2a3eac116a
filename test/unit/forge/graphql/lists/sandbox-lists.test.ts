import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { listOperations } from '../../../../../src/forge/graphql/lists/operations.ts';
import { listRows, postSearches } from '../../../../../src/forge/rows/lists.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { startGraphqlArea } from '../../../../kit/forge/graphql-area.ts';
import { patchText } from '../../../../kit/pages/readings.ts';
import { stage } from '../../server.ts';

const devel = { owner: '~owner', list: 'devel' };
const all = { query: { search: postSearches.others } };

const mailText = (
	id: string,
	{ from = 'Owner <owner@forge.test>', subject = id, inReplyTo = '', text = 'Text.' },
) =>
	[
		`From: ${from}`,
		'To: ~owner/devel@lists.test',
		`Message-ID: <${id}@mail.test>`,
		...(inReplyTo === '' ? [] : [`In-Reply-To: <${inReplyTo}@mail.test>`]),
		`Subject: ${subject}`,
		'',
		text,
		'',
	].join('\r\n');

describe('The mailing lists of the sandbox forge in GraphQL', () => {
	const { wireTo } = stage();
	let forge: Awaited<ReturnType<typeof startGraphqlArea>>;
	afterEach(() => forge.stop());

	/** A forge with an empty list, and the typed functions of another user. */
	async function start(...quirks: readonly Quirk[]) {
		forge = await startGraphqlArea('lists', ...quirks);
		const { accounts, lists, address, token } = forge;
		lists.create(accounts.find('owner') ?? assert.fail(), { name: 'devel' });
		const receive = (id: string, mail: Parameters<typeof mailText>[1] = {}) =>
			lists.receive(mailText(id, mail), { from: 'someone@mail.test', to: '~owner/devel@lists.test' });
		const bearer = token('other');
		const load = async () => listOperations;
		const clientOf = (value: string) =>
			connectGraphql(listRows, 'lists.sr.ht', load, wireTo(address, { token: () => value }));
		return { receive, clientOf, client: clientOf(bearer), bearer };
	}

	const ids = async (pages: Parameters<typeof listAll<{ readonly id: number }>>[0]) =>
		(await listAll(pages)).map(({ id }) => id);

	for (const [quirks, count, stepMs, found] of [
		[[], 80, 0, 80],
		[['mail-boundary-lost'], 80, 0, 25],
		[['mail-boundary-lost'], 80, 125, 67],
		[['mail-boundary-lost'], 53, 1000, 51],
	] as const)
		it(`have pages of 25 mails: of ${count}, one every ${stepMs} ms, ${found} are listed, with ${quirks.join() || 'no quirks'}`, async () => {
			const { receive, client } = await start(...quirks);
			for (let nth = 1; nth <= count; nth++) {
				receive(`m${nth}`);
				forge.clock.now = new Date(forge.clock.now.getTime() + stepMs);
			}
			assert.equal((await ids(client.posts(devel, all))).length, found);
			assert.equal((await ids(client.posts(devel))).length, found);
		});

	it('have long threads whose further replies are found although their pages repeat', async () => {
		for (const quirks of [[], ['replies-page-repeats']] as const) {
			const { receive, client } = await start(...quirks);
			receive('root');
			for (let nth = 1; nth <= 40; nth++) receive(`r${nth}`, { inReplyTo: 'root' });
			const mails = await listAll(client.thread({ email: 1 }));
			assert.deepEqual(
				mails.map(({ id }) => id),
				Array.from({ length: 41 }, (_, nth) => nth + 1),
			);
			assert.ok(mails.every(({ message_id, envelope }) => envelope?.includes(`Message-ID: ${message_id}`)));
			await forge.stop();
		}
	});

	it('lists a mail with two senders, which makes the whole page of the others fail', async () => {
		const { receive, client } = await start();
		receive('one', { from: 'Cleo <cleo@mail.test>' });
		receive('two', { from: 'Cleo <cleo@mail.test>, Dan <dan@mail.test>' });
		receive('three');
		const mails = await listAll(client.posts(devel, all));
		assert.deepEqual(
			mails.map(({ id, sender }) => [id, sender]),
			[
				[3, null],
				[2, null],
				[1, null],
			],
		);
		assert.equal((await client.email({ email: 3 })).sender?.canonical_name, '~owner');
	});

	it('say what a user has sent: all threads and patchsets, although the forge lists the mails in no order and only some', async () => {
		const { receive, client } = await start();
		const from = 'Other <other@forge.test>';
		receive('question');
		for (let nth = 1; nth <= 30; nth++) receive(`answer${nth}`, { from, inReplyTo: 'question' });
		for (let nth = 1; nth <= 30; nth++) receive(`thread${nth}`, { from });
		for (let nth = 1; nth <= 30; nth++) {
			const subject = (part: number) => `[PATCH ${part}/2] Change ${nth}`;
			receive(`patch${nth}`, { from, subject: subject(1), text: patchText('a.c') });
			receive(`second${nth}`, {
				...{ from, subject: subject(2), text: patchText('b.c'), inReplyTo: `patch${nth}` },
			});
		}
		const subjects: string[] = [];
		const totals: unknown[] = [];
		for await (const { rows, total } of client.emails({})) {
			subjects.push(...rows.map(({ subject }) => subject));
			totals.push(total);
		}
		const count = (pattern: RegExp) => subjects.filter((subject) => pattern.test(subject)).length;
		assert.deepEqual([count(/^thread/), count(/PATCH 1/), count(/PATCH 2/)], [30, 30, 30]);
		assert.ok(count(/^answer/) > 0, 'and some replies');
		assert.ok(totals.every((total) => total === Number.POSITIVE_INFINITY));
	});

	for (const kinds of [
		['thread', 'thread', 'patch', 'patch', 'thread'],
		['answering patch', 'answering patch', 'patch', 'answering patch'],
	])
		it(`say all that a user has sent if a page of threads or patchsets has only known mails: ${kinds.join(', ')}`, async () => {
			const { receive, client } = await start();
			receive('question');
			for (const [at, kind] of kinds.entries())
				for (let nth = 1; nth <= 25; nth++)
					receive(`${at}-${nth}`, {
						from: 'Other <other@forge.test>',
						...(kind !== 'thread' && { subject: `[PATCH] Change ${at}-${nth}`, text: patchText('a.c') }),
						...(kind === 'answering patch' && { inReplyTo: 'question' }),
					});
			assert.equal((await listAll(client.emails({}))).length, 25 * kinds.length);
		});

	it('say all that a user has sent if that is less than a page', async () => {
		const { receive, client } = await start();
		const from = 'Other <other@forge.test>';
		receive('question');
		receive('answer', { from, inReplyTo: 'question' });
		receive('patch', { from, subject: '[PATCH] Change', text: patchText('a.c') });
		for await (const { rows, total, isLast } of client.emails({}))
			assert.deepEqual([rows.map(({ id }) => id).sort(), total, isLast], [[2, 3], 2, true]);
	});

	for (const quirks of [[], ['mail-of-hidden-list-fails']] as const)
		it(`does not find a mail of a list that has become private, with ${quirks.join() || 'no quirks'}`, async () => {
			const { client, receive } = await start(...quirks);
			receive('first');
			const [mail = assert.fail()] = await listAll(client.posts(devel));
			const [list = assert.fail()] = forge.lists.state.lists;
			forge.lists.update(list, { permissions: { nonsubscriber: [], subscriber: [], account: [] } });
			await assert.rejects(client.email({ email: mail.id }), { kind: 'missing' });
			await assert.rejects(listAll(client.thread({ email: mail.id })), { kind: 'missing' });
		});

	it('finds a mail by its Message-ID', async () => {
		const { receive, client } = await start();
		receive('one');
		assert.deepEqual(await ids(client.posts(devel, { query: { search: '"one@mail.test"' } })), [1]);
		assert.deepEqual(await ids(client.posts(devel, { query: { search: '"two@mail.test"' } })), []);
	});

	it('have the texts of mails as they were received', async () => {
		const { receive, client } = await start();
		receive('one', { text: 'From here on, it is grün.\r\n>From there.' });
		const text = mailText('one', { text: 'From here on, it is grün.\r\n>From there.' });
		assert.equal((await client.email({ email: 1 })).envelope, text);
		const [inMbox] = await listAll(client.thread({ email: 1 }));
		assert.equal(inMbox?.envelope, text.replace('>From there', 'From there'));
	});

	it('say which version has superseded another one', async () => {
		const { receive, client } = await start();
		for (const version of [1, 2]) {
			const subject = `[PATCH editor${version === 1 ? '' : ' v2'}] Read ahead`;
			receive(`v${version}`, { subject, text: patchText('a.c') });
		}
		const [second, first] = await listAll(client.patchsets(devel));
		assert.deepEqual([first?.superseded_by?.id, second?.superseded_by], [second?.id, null]);
	});

	it('say what programs report about a patchset that is read on its own, also of one whose submitter is not found', async () => {
		const { receive, client } = await start();
		receive('root');
		receive('patch', { subject: '[PATCH editor] Read ahead', inReplyTo: 'root', text: patchText('a.c') });
		const { state } = forge.lists;
		const stored = state.patchsets[0] ?? assert.fail('There is no patchset.');
		const key = { ...devel, patchset: stored.id };
		assert.deepEqual((await client.patchset(key)).tools, []);
		const { id } = forge.lists.putTool(stored, {
			icon: 'waiting',
			details: '[#1](https://x.test/1) running',
		});
		forge.lists.putTool(stored, { icon: 'failed', details: '[#1](https://x.test/1) failed' }, id);
		const { tools, submitter } = await client.patchset(key);
		assert.deepEqual(
			tools?.map(({ icon, details }) => [icon, details]),
			[['failed', '[#1](https://x.test/1) failed']],
		);
		assert.equal(submitter, null);
		const [listed] = await listAll(client.patchsets(devel));
		assert.deepEqual([listed?.id, listed?.tools], [stored.id, undefined]);
	});

	it('say what the user may do in a list that is read by itself, if the token may read that', async () => {
		const { client, clientOf } = await start();
		const list = forge.lists.find('owner', 'devel') ?? assert.fail();
		forge.lists.update(list, { permissions: { nonsubscriber: [], subscriber: [], account: ['browse'] } });
		assert.deepEqual((await client.list(devel)).access, ['browse']);
		assert.ok((await listAll(client.lists({ owner: '~owner' }))).every(({ access }) => access === undefined));
		const limited = clientOf(forge.token('other', 'lists.sr.ht/LISTS:RO lists.sr.ht/PROFILE:RO'));
		const { name, access } = await limited.list(devel);
		assert.deepEqual([name, access], ['devel', undefined]);
	});

	it('hide the mails of a list that the user may not browse, and their files', async () => {
		const { receive, client, bearer } = await start();
		receive('one');
		const { lists } = forge;
		const list = lists.find('owner', 'devel') ?? assert.fail();
		lists.update(list, { permissions: { nonsubscriber: [], subscriber: [], account: [] } });
		await assert.rejects(listAll(client.posts(devel)), { kind: 'missing' });
		await assert.rejects(client.email({ email: 1 }), { kind: 'missing' });
		for (const path of ['/query/email/1', '/query/thread/1.mbox']) {
			const hidden = await forge.send(path, { headers: { Authorization: `Bearer ${bearer}` } });
			assert.equal(hidden.status, 404);
			assert.equal((await forge.send(path)).status, 401);
		}
	});
});
