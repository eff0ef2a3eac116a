import assert from 'node:assert/strict';
import type { MailingList } from '../../../src/sandbox/lists/state.ts';
import { type ListsForge, letter, listsForge } from '../../kit/forge/lists-forge.ts';

const base = '/api/user/~alice/lists';
const inbox = '~alice/devel@lists.localhost';
const ids = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);
const subjects = (rows: readonly Record<string, unknown>[]) => rows.map(({ subject }) => subject);

let forge: ListsForge;
let devel: MailingList;
/** Called in each group of tests: a hook outside a group runs for the tests of every file. */
const eachInItsOwnForge = () => {
	beforeEach(async () => {
		forge = await listsForge();
		devel = forge.lists.create(forge.account('alice'), { name: 'devel', description: 'About *it*' });
	});
	afterEach(() => forge.stop());
};

const post = (mail: string | Buffer) => forge.lists.receive(mail, { from: '', to: inbox });
const hide = () =>
	forge.lists.update(devel, {
		permissions: { nonsubscriber: [], subscriber: ['browse', 'reply'], account: [] },
	});

describe('a mailing list of the sandbox', () => {
	eachInItsOwnForge();

	it('has its owner as a subscriber, and shows users only their own subscriptions', async () => {
		const made = await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' });
		assert.deepEqual(made.body, {
			id: 2,
			created: '2026-11-20T07:00:00+00:00',
			list: { id: 1, name: 'devel', owner: { canonical_name: '~alice', name: 'alice' } },
		});
		const again = await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' });
		assert.deepEqual(again.body, made.body);
		assert.deepEqual(ids(await forge.rows('alice', '/api/subscriptions')), [1]);
		assert.deepEqual(ids(await forge.rows('bob', '/api/subscriptions')), [2]);
		assert.equal((await forge.ask('alice', 'GET', '/api/subscriptions/2')).status, 404);
		assert.equal((await forge.ask('alice', 'DELETE', '/api/subscriptions/2')).status, 404);
		assert.deepEqual((await forge.ask('bob', 'GET', '/api/subscriptions/2')).body, made.body);
		assert.equal((await forge.ask('bob', 'DELETE', '/api/subscriptions/2')).status, 204);
		assert.equal((await forge.ask('bob', 'DELETE', '/api/subscriptions/2')).status, 404);
	});

	it('reports every change, and only changes, so that its state can be saved', async () => {
		post(letter('[PATCH] x', { id: 'x', body: 'diff --git a/a b/a' }));
		const steps: readonly [string, string, unknown, boolean][] = [
			['POST', '/api/lists', { name: 'more' }, true],
			['PUT', '/api/lists/devel', {}, false],
			['PUT', '/api/lists/devel', { description: 'Other' }, true],
			['POST', '/api/subscriptions', { list: '~alice/devel' }, false],
			['DELETE', '/api/subscriptions/1', undefined, true],
			['POST', '/api/subscriptions', { list: '~alice/devel' }, true],
			['PUT', '/api/lists/devel/patchsets/1', { status: 'applied' }, true],
			['GET', '/api/lists/devel/posts', undefined, false],
		];
		for (const [method, path, body, changes] of steps) {
			const before = forge.changes();
			await forge.ask('alice', method, path, body);
			assert.equal(forge.changes() > before, changes, `${method} ${path}`);
		}
	});

	it('hides private content from users who may not browse', async () => {
		const [mail] = post(letter('secret', { from: 'alice' }));
		assert.ok(mail);
		hide();
		const paths = [
			`${base}/devel`,
			`${base}/devel/posts`,
			`${base}/devel/patchsets`,
			`/api/emails/${mail.id}`,
			`/api/thread/${mail.id}`,
		];
		for (const path of paths) assert.equal((await forge.ask('bob', 'GET', path)).status, 404, path);
		const hook = { url: 'http://127.0.0.1:9/', events: ['post:received'] };
		assert.equal((await forge.ask('bob', 'POST', `${base}/devel/webhooks`, hook)).status, 404);
		assert.equal(
			(await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' })).status,
			404,
		);
		assert.deepEqual(await forge.rows('bob', base), []);
		assert.deepEqual(await forge.rows('bob', '/api/user/~alice/emails'), []);
		forge.lists.subscribe(devel, { name: 'bob' });
		for (const path of paths) assert.equal((await forge.ask('bob', 'GET', path)).status, 200, path);
	});
});

describe('the mails of a list', () => {
	eachInItsOwnForge();

	it('form a thread even if replies arrive before the mail that they answer', async () => {
		post(letter('grandchild', { from: 'carol', id: 'c', answers: 'b', references: ['a', 'b'] }));
		post(letter('child', { id: 'b', answers: 'a' }));
		post(letter('root', { from: 'alice', id: 'a' }));
		const shape = (rows: readonly Record<string, unknown>[]) =>
			rows.map((row) => [row.subject, row.parent_id, row.thread_id, row.replies, row.participants]);
		assert.deepEqual(shape(await forge.rows('bob', '/api/thread/3')), [
			['root', null, null, 2, 3],
			['grandchild', 2, 3, 0, 1],
			['child', 3, 3, 0, 1],
		]);
		assert.deepEqual(subjects(await forge.rows('bob', `${base}/devel/posts`)), ['root']);
		assert.equal((await forge.ask('bob', 'GET', '/api/thread/1')).status, 404);
	});

	it('that reply to themselves or in a circle cause no problems', async () => {
		post(letter('self', { id: 'self', answers: 'self' }));
		post(letter('one', { id: 'one', answers: 'two' }));
		post(letter('two', { id: 'two', answers: 'one' }));
		assert.deepEqual(subjects(await forge.rows('bob', `${base}/devel/posts`)), ['one', 'self']);
		assert.deepEqual(subjects(await forge.rows('bob', '/api/thread/2')), ['one', 'two']);
	});

	it('appear once, however often they are sent, in each list that they are sent to', async () => {
		forge.lists.create(forge.account('bob'), { name: 'other' });
		post(letter('twice', { id: 'x' }));
		post(letter('twice', { id: 'x' }));
		const to = [inbox, '~bob/other@lists.localhost'];
		assert.equal(forge.lists.receive(letter('both', { id: 'y' }), { from: '', to }).length, 2);
		assert.deepEqual(subjects(await forge.rows('bob', '/api/emails')), ['both', 'both', 'twice']);
	});

	it('can be found with a search', async () => {
		const pull =
			'The following changes since commit f3e4fc0a56a07cf6743c70c4b15b21fa8cc8b7ae:\r\n\r\n  x\r\n\r\nare available in the Git repository at:\r\n';
		post(
			letter('Welcome friends', {
				from: 'alice',
				id: 'w',
				body: 'first words',
				headers: ['Cc: dan@example.net'],
			}),
		);
		post(letter('Re: Welcome friends', { id: 'r', answers: 'w', body: 'more Words, too' }));
		post(letter('[PATCH web] fix', { id: 'p', body: 'diff --git a/a b/a' }));
		post(letter('[GIT PULL] changes', { from: 'carol', id: 'g', body: pull }));
		const cases: readonly [string, readonly number[]][] = [
			['', [4, 3, 1]],
			['is:thread', [4, 3, 1]],
			['is:reply', [2]],
			['is:patch', [3]],
			['!is:patch', [4, 2, 1]],
			['is:request-pull', [4]],
			['from:CAROL', [4]],
			['to:devel', [4, 3, 2, 1]],
			['cc:dan', [1]],
			['prefix:web', [3]],
			['status:proposed', [3]],
			['status:applied', []],
			['words', [2, 1]],
			['"first words"', [1]],
			["'words, too'", [2]],
			['from:"alice example" first', [1]],
			['welcome !is:reply', [1]],
			['toString:x', []],
		];
		for (const [search, expected] of cases) {
			const path = `${base}/devel/posts?search=${encodeURIComponent(search)}`;
			assert.deepEqual(ids(await forge.rows('bob', path)), expected, search);
		}
		for (const search of ['"abc', "it's", 'is:toString', 'status:odd']) {
			const path = `${base}/devel/posts?search=${encodeURIComponent(search)}`;
			assert.equal((await forge.ask('bob', 'GET', path)).status, 400, search);
		}
		const unbalanced = await forge.ask('bob', 'GET', `${base}/devel/posts?search=%22abc`);
		assert.deepEqual(unbalanced.body, { errors: [{ reason: 'No closing quotation' }] });
	});
});
