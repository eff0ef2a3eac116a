import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { MailingList } from '../../../src/sandbox/lists/state.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { idOf, type ListsForge, letter, listsForge, mailer } from '../../kit/forge/lists-forge.ts';
import { startListener } from '../../kit/forge/webhook-listener.ts';

let forge: ListsForge;
let post: Awaited<ReturnType<typeof mailer>>;
let list: MailingList;
let serial = 0;

const inbox = (command = '', host = 'lists.localhost') => `~alice/${list.name}${command}@${host}`;
const send = (mail: string | Buffer, to = inbox(), from = 'bob@example.org') => post.send(from, [to], mail);
const mails = () => forge.state.mails.filter((mail) => mail.list === list.id);
const guest = (mail: string) => mail.replace('bob@example.org', 'eve@example.net');

/** Called in each group of tests: a forge for all of them, and a list for each. */
function withForge(...quirks: readonly Quirk[]): void {
	before(async () => {
		forge = await listsForge(quirks);
		post = await mailer(forge.smtp.port);
	});
	after(async () => {
		post.end();
		await forge.stop();
	});
	beforeEach(() => {
		list = forge.lists.create(forge.account('alice'), { name: `list-${++serial}` });
	});
}

const parts = (...texts: readonly string[]) =>
	letter('x', {
		headers: ['Content-Type: multipart/alternative; boundary=b'],
		body: [...texts.map((text) => `--b\r\n${text}`), '--b--'].join('\r\n'),
	});
const misfits: readonly [what: string, mail: string, expected: RegExp][] = [
	['HTML', letter('x', { headers: ['Content-Type: text/html'], body: '<p>Hello' }), /^550 .*HTML/],
	['HTML beside plain text', parts('\r\nHello', 'Content-Type: Text/HTML\r\n\r\n<p>Hello'), /^550 .*HTML/],
	['no Message-ID', letter('x').replace(/^Message-ID: .*\r\n/m, ''), /^550 .*Message-ID/],
];

describe('mail by SMTP', () => {
	withForge();

	for (const [what, mail, expected] of misfits) {
		it(`with ${what} is refused`, async () => {
			assert.match(await send(mail), expected);
			assert.deepEqual(mails(), []);
		});
	}

	it('is a command whatever its content', async () => {
		assert.match(await send('From: bob@example.org\r\n\r\nplease', inbox('+subscribe')), /^250 /);
	});

	it('arrives unchanged under any host name, and is visible through the API and hooks', async () => {
		const hookListener = await startListener();
		const hook = { url: hookListener.url, events: ['post:received'] };
		await forge.ask('carol', 'POST', `/api/user/~alice/lists/${list.name}/webhooks`, hook);
		const mail = letter('by wire', { body: '.\r\n..dots\r\ncaf\u00e9 ✓' });
		assert.match(await send(mail, inbox('', 'anywhere.example')), /^250 /);
		const [shown] = await forge.rows('bob', `/api/user/~alice/lists/${list.name}/posts`);
		assert.equal(shown?.envelope, mail);
		await forge.hooks.settled();
		assert.deepEqual(
			hookListener.heard.map((one) => [one.isSignedBy(forge.hooks.sender.publicKey), one.body]),
			[[true, shown]],
		);
		await hookListener.stop();
	});

	const refusals: readonly [string, string, RegExp][] = [
		['a missing list', '~alice/missing@lists.localhost', /^550 .*no mailing list/],
		['a user', 'alice@lists.localhost', /^550 /],
		['an unknown command', '~alice/list-1+help@lists.localhost', /^550 /],
	];
	for (const [name, to, expected] of refusals) {
		it(`to ${name} is refused`, async () => {
			const before = forge.state.mails.length;
			assert.match(await send(letter('x'), to), expected);
			assert.equal(forge.state.mails.length, before);
		});
	}

	it('is accepted only from senders who may post or reply', async () => {
		forge.lists.update(list, {
			permissions: { nonsubscriber: [], subscriber: ['browse', 'post'], account: ['browse', 'reply'] },
		});
		assert.match(await send(guest(letter('x')), inbox(), 'eve@example.net'), /^550 .*may not post/);
		// The From header of the mail counts, whatever the envelope says.
		assert.match(await send(guest(letter('x'))), /^550 .*eve@example.net may not post/);
		assert.match(await send(letter('new thread')), /^550 .*may not post/);
		assert.match(await send(letter('Re: x', { answers: 'nothing' })), /^250 /);
		assert.match(await send(letter('subscribed'), inbox('+subscribe')), /^250 /);
		assert.match(await send(letter('new thread')), /^250 /);
		assert.match(await send(letter('by the owner', { from: 'alice' })), /^250 /);
		assert.deepEqual(
			mails().map(({ subject }) => subject),
			['Re: x', 'new thread', 'by the owner'],
		);
	});

	it('is delivered to all of its lists or to none', async () => {
		const closed = forge.lists.create(forge.account('alice'), { name: `closed-${serial}` });
		forge.lists.update(closed, { permissions: { nonsubscriber: [], subscriber: [], account: ['reply'] } });
		const to = [inbox(), forge.lists.address(closed)];
		assert.match(await post.send('bob@example.org', to, letter('x')), /^550 /);
		assert.deepEqual(mails(), []);
	});

	it('subscribes and unsubscribes senders, even without an account', async () => {
		const subscribed = async () =>
			(await forge.rows('bob', '/api/subscriptions'))
				.map((row) => (row.list as { name: string }).name)
				.filter((name) => name === list.name);
		await send(letter('please'), inbox('+subscribe'));
		await send(guest(letter('please')), inbox('+subscribe'));
		assert.deepEqual(await subscribed(), [list.name]);
		forge.lists.update(list, {
			permissions: { nonsubscriber: [], subscriber: ['browse', 'post'], account: [] },
		});
		assert.match(await send(guest(letter('from outside')), inbox(), 'eve@example.net'), /^250 /);
		await send(letter('enough'), inbox('+unsubscribe'));
		assert.deepEqual(await subscribed(), []);
		assert.match(await send(letter('please'), inbox('+subscribe')), /^550 .*may not subscribe/);
		assert.deepEqual(
			mails().map(({ subject }) => subject),
			['from outside'],
		);
	});

	const body = (bytes: number) => `${'x'.repeat(77)}\r\n`.repeat(Math.ceil(bytes / 79));

	it('of 1 MB arrives completely, and of 11 MB is refused', async () => {
		const large = letter('large', { body: body(1024 * 1024) });
		assert.match(await send(large), /^250 /);
		assert.ok(mails()[0]?.envelope === large);
		assert.match(await send(letter('huge', { body: body(11 * 1024 * 1024) })), /^552 /);
		assert.equal(mails().length, 1);
	});

	it('that breaks off is not kept, and the next mail arrives', async () => {
		const socket = connect(forge.smtp.port, '127.0.0.1');
		const lines = ['EHLO x', 'MAIL FROM:<bob@example.org>', `RCPT TO:<${inbox()}>`, 'DATA', 'Subject: cut'];
		// Sends each line only after the server has answered.
		for await (const _ of socket) {
			const line = lines.shift();
			if (line !== undefined) socket.write(`${line}\r\n`);
			if (lines.length === 1) socket.end(`${lines.shift()}\r\n`);
		}
		assert.match(await send(letter('whole')), /^250 /);
		assert.deepEqual(
			mails().map(({ subject }) => subject),
			['whole'],
		);
	});
});

describe('mail by SMTP that the server does not check', () => {
	withForge('mails-unchecked');

	const unusualMails: readonly [string, string | Buffer][] = [
		['no content', ''],
		['no headers', 'just words\r\n\r\nand more'],
		['no body', 'From: bob@example.org\r\nSubject: x'],
		['NUL bytes', Buffer.from('From: bob@example.org\r\nSubject: a\0b\r\n\r\nx\0y\r\n')],
		['bytes that are not text', Buffer.from([0x46, 0xff, 0xfe, 0x3a, 0x20, 0xc3, 0x28, 0x0a, 0x0a, 0xe9])],
		['10,000 headers', `${'X-Header: y\r\n'.repeat(10_000)}From: bob@example.org\r\n\r\nx`],
		['a header of 1 MB', `From: bob@example.org\r\nSubject: ${'=?utf-8?q?x?= '.repeat(80_000)}\r\n\r\nx`],
		[
			'property names of objects as headers',
			'From: bob@example.org\r\n__proto__: x\r\nconstructor: y\r\nSubject: x\r\n\r\nx',
		],
		['deeply nested parts', `${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(200)}x`],
		['a From header without an address', 'From: ,,,;<>@\r\nSubject: x\r\n\r\nx'],
	];
	for (const [name, mail] of [...misfits, ...unusualMails]) {
		it(`with ${name} is accepted, shown and searchable`, async () => {
			assert.match(await send(mail), /^250 /);
			const [kept] = mails();
			const { status, body } = await forge.ask('bob', 'GET', `/api/emails/${kept?.id}`);
			assert.equal(status, 200);
			assert.equal(idOf(body), kept?.id);
			const path = `/api/user/~alice/lists/${list.name}/posts?search=zzz`;
			assert.equal((await forge.ask('bob', 'GET', path)).status, 200);
		});
	}
});
