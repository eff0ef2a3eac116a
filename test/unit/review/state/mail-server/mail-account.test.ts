import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findGit } from '../../../../../src/base/find-git.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import { parseConfig } from '../../../../../src/platform/git/config.ts';
import {
	gitMailSettings,
	readGitMailSettings,
} from '../../../../../src/review/state/mail-server/git-mail-settings.ts';
import {
	hasOwnSender,
	mailAccount,
	mailSenderOf,
	mailSettingOf,
	parseSender,
	readMailServer,
	senderText,
} from '../../../../../src/review/state/mail-server/mail-account.ts';
import { loginOf, MailPasswords } from '../../../../../src/review/state/mail-server/mail-passwords.ts';
import { type MailServer, parseServerName } from '../../../../../src/review/state/mail-server/mail-server.ts';
import { testMail } from '../../../../../src/review/state/mail-server/test-mail.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const gitWith = (text: string) =>
	gitMailSettings(parseConfig(text.replaceAll('; ', '\0').replaceAll('=', '\n')));
const nothing = gitWith('');
const mailServer: MailServer = { host: 'smtp.example.org', port: 587, security: 'starttls', user: 'ana' };

describe('The mail server of git', () => {
	const cases: readonly (readonly [config: string, server: Partial<MailServer> | undefined])[] = [
		['user.name=Ana', undefined],
		['sendemail.smtpserver=/usr/bin/msmtp', undefined],
		['sendemail.smtpserver=evil host', undefined],
		['sendemail.smtpserver=localhost', { host: 'localhost', port: 25, security: 'none', user: undefined }],
		['sendemail.smtpserver=a.example', { port: 25, security: 'starttls' }],
		['sendemail.smtpserver=a.example; sendemail.smtpencryption=ssl', { port: 465, security: 'tls' }],
		[
			'sendemail.smtpserver=a.example; sendemail.smtpencryption=tls; sendemail.smtpserverport=submission; sendemail.smtpuser=ana',
			{ port: 587, security: 'starttls', user: 'ana' },
		],
		['sendemail.smtpserver=a.example; sendemail.smtpserverport=70000', { port: 25 }],
		[
			'sendemail.smtpserver=a.example; sendemail.work.smtpserver=w.example; sendemail.identity=work',
			{ host: 'w.example' },
		],
		['sendemail.smtpserver=a.example; sendemail.work.smtpserver=w.example', { host: 'a.example' }],
		['sendemail.smtpserver=old.example; sendemail.smtpserver=new.example', { host: 'new.example' }],
	];
	for (const [config, server] of cases) {
		it(`is ${JSON.stringify(server)} for ${config}`, () => {
			const found = gitWith(config).server;
			assert.deepEqual(found && { ...found, ...server }, found);
			assert.equal(found === undefined, server === undefined);
		});
	}

	it('may be a program, which is not run', () => {
		for (const config of ['sendemail.smtpserver=/usr/bin/msmtp', 'sendemail.sendmailcmd=msmtp'])
			assert.ok(gitWith(config).usesProgram, config);
		assert.ok(!nothing.usesProgram);
	});

	it('is read from the configuration of the user, never from that of a folder', async () => {
		const home = temporaryFolder('home');
		const program = findGit(process.env.PATH ?? '') ?? '';
		writeFileSync(
			join(home, '.gitconfig'),
			'[sendemail]\n\tsmtpServer = mine.example\n[include]\n\tpath = more\n[user]\n\temail = ana@example.org\n',
		);
		writeFileSync(join(home, 'more'), '[sendemail]\n\tsmtpUser = ana\n');
		mkdirSync(join(home, '.git', 'refs'), { recursive: true });
		mkdirSync(join(home, '.git', 'objects'));
		writeFileSync(join(home, '.git', 'HEAD'), 'ref: refs/heads/main\n');
		writeFileSync(
			join(home, '.git', 'config'),
			'[sendemail]\n\tsmtpServer = evil.example\n\tfrom = e@evil.example\n',
		);
		const before = process.env.HOME;
		process.env.HOME = home;
		try {
			const found = await readGitMailSettings({ program, isTrusted: true });
			assert.equal(found.server?.host, 'mine.example');
			assert.equal(found.server?.user, 'ana');
			assert.deepEqual(found.addresses, ['ana@example.org']);
		} finally {
			process.env.HOME = before;
		}
	});
});

describe('The mail account', () => {
	it('has the server of the settings before that of git, and the sender of either', () => {
		const git = gitWith(
			'sendemail.smtpserver=g.example; sendemail.smtppass=secret; user.name=Ana; user.email=ana@example.org',
		);
		const sender = { name: 'Ana', email: 'ana@example.org' };
		const own = mailAccount({ host: 's.example' }, git);
		assert.deepEqual(
			{ ...own, server: own?.server.host },
			{ server: 's.example', from: sender, password: undefined, source: 'settings' },
		);
		const gits = mailAccount({}, git);
		assert.deepEqual(
			{ ...gits, server: gits?.server.host },
			{ server: 'g.example', from: sender, password: 'secret', source: 'git' },
		);
		assert.deepEqual(
			mailAccount({ host: 's.example', from: 'ana@work.test' }, git)?.from,
			{ name: 'Ana', email: 'ana@work.test' },
			'an address without a name gets one',
		);
		assert.deepEqual(mailAccount({ host: 's.example', from: 'Bob <bob@example.org>' }, git)?.from, {
			name: 'Bob',
			email: 'bob@example.org',
		});
		assert.equal(mailAccount(undefined, nothing), undefined);
	});

	for (const host of ['mail.example:70000', 'smtp://mail.example', 'mail.example 465'])
		it(`is not that of git if the settings have the host ${host}`, () => {
			const git = gitWith('sendemail.smtpserver=g.example; user.email=ana@example.org');
			const setting = { host, from: 'Ana <ana@work.test>' };
			assert.equal(mailAccount(setting, git), undefined);
			assert.deepEqual(mailSenderOf(setting, git), { name: 'Ana', email: 'ana@work.test' });
		});

	it('sends from the user of git, whatever their name is', () => {
		for (const name of ['Ana', 'Duarte, Ana', 'Ana "A." (work);1: \\o/'])
			assert.deepEqual(mailSenderOf({}, gitWith(`user.name=${name}; user.email=ana@example.org`)), {
				name,
				email: 'ana@example.org',
			});
	});

	const values: readonly (readonly [unknown, Partial<MailServer> | undefined])[] = [
		[undefined, undefined],
		['smtp.example.org', undefined],
		[{ host: 'a b' }, undefined],
		[{ host: 'a.example' }, { port: 587, security: 'starttls', user: undefined }],
		[
			{ host: 'a.example', port: 465 },
			{ port: 465, security: 'tls' },
		],
		[{ host: 'a.example', port: 465, security: 'starttls' }, { security: 'starttls' }],
		[{ host: ' a.example:465 ' }, { host: 'a.example', port: 465, security: 'tls' }],
		[
			{ host: 'a.example:465', port: 587 },
			{ host: 'a.example', port: 587, security: 'starttls' },
		],
		[{ host: '[::1]:25' }, { host: '::1', port: 25 }],
		[{ host: '::1' }, { host: '::1', port: 587 }],
		[
			{ host: 'a.example', port: '25', security: 'loud', user: 3 },
			{ port: 587, security: 'starttls', user: undefined },
		],
		[
			{ host: '127.0.0.1', security: 'none', user: 'ana' },
			{ port: 25, security: 'none', user: 'ana' },
		],
	];
	for (const [value, server] of values) {
		it(`is ${JSON.stringify(server)} for the setting ${JSON.stringify(value)}`, () => {
			const found = readMailServer(value);
			assert.deepEqual(found && { ...found, ...server }, found);
			assert.equal(found === undefined, server === undefined);
		});
	}

	it('has one sender, whose address servers accept', () => {
		assert.deepEqual(parseSender('Ana <ana@example.org>'), { name: 'Ana', email: 'ana@example.org' });
		const international = { name: 'Ana', email: 'ana@xn--bcher-kva.example' };
		assert.deepEqual(parseSender('Ana <ana@bücher.example>'), international);
		for (const text of [
			'',
			'ana',
			'a@b.example, c@d.example',
			'ana@example.org>\r\nBcc: x@y.example',
			'ä@example.org',
		])
			assert.equal(parseSender(text), undefined, text);
	});

	it('keeps the name of the sender in the settings', () => {
		for (const name of ['', 'Ana Ünal', 'Ünal, Ana "A." \\o/', "O'Hara <x>", '한 <a@b.example>'])
			assert.deepEqual(parseSender(senderText({ name, email: 'ana@example.org' })), {
				name,
				email: 'ana@example.org',
			});
	});
});

describe('The name of a mail server', () => {
	for (const [text, host, port] of [
		['a.example:1', 'a.example', 1],
		['a.example:65535', 'a.example', 65_535],
	] as const)
		it(`is ${host} in "${text}"`, () => assert.deepEqual(parseServerName(text), { host, port }));
	for (const text of ['', '/usr/bin/sendmail', 'a.example:0', 'a.example:65536', '-a.example'])
		it(`is not in "${text}"`, () => assert.equal(parseServerName(text), undefined));
});

describe('The password of a mail server', () => {
	const open = () => {
		const stored = new Map<string, string>();
		const secrets = new Secrets();
		const store = {
			get: async (key: string) => stored.get(key),
			store: async (key: string, value: string) => void stored.set(key, value),
			delete: async (key: string) => void stored.delete(key),
		};
		const refusal: { error?: ForgeError } = {};
		const check = async () => {
			if (refusal.error) throw refusal.error;
		};
		return { passwords: new MailPasswords(store, secrets, check), secrets, stored, refusal };
	};

	it('is given to no other server, port or user', async () => {
		const { passwords } = open();
		await passwords.set(mailServer, 'correct\nhorse');
		assert.equal(await passwords.get({ ...mailServer, host: 'SMTP.example.org' }), 'correct\nhorse');
		for (const other of [{ host: 'evil.example' }, { port: 25 }, { user: 'bob' }, { user: undefined }])
			assert.equal(await passwords.get({ ...mailServer, ...other }), undefined);
	});

	it('is kept beside that of another server, and was stored alone by an earlier version', async () => {
		const { passwords, stored } = open();
		await passwords.set(mailServer, 'one');
		const [name = ''] = stored.keys();
		stored.set(name, loginOf(mailServer, 'one\ntwo'));
		assert.equal(await passwords.get(mailServer), 'one\ntwo');
		const other = { ...mailServer, host: 'smtp.test' };
		await passwords.set(other, 'three');
		await passwords.set(other, 'four');
		assert.deepEqual([await passwords.get(mailServer), await passwords.get(other)], ['one\ntwo', 'four']);
	});

	it('is kept out of the log before it is stored', async () => {
		const { passwords, secrets, stored } = open();
		await passwords.set(mailServer, 'correct horse');
		assert.deepEqual(secrets.addedAfter(0), ['correct horse']);
		assert.equal(stored.size, 1);
	});

	it('is neither stored nor removed by a window that would overwrite what another one has stored', async () => {
		const { passwords, stored, refusal } = open();
		await passwords.set(mailServer, 'correct horse');
		const before = [...stored];
		refusal.error = new ForgeError('refused', 'Reload this window.');
		await assert.rejects(passwords.set(mailServer, 'another'), refusal.error);
		await assert.rejects(passwords.forget(), refusal.error);
		assert.deepEqual([...stored], before);
	});

	it('can be forgotten', async () => {
		const { passwords } = open();
		await passwords.set(mailServer, 'correct horse');
		assert.equal(await passwords.forget(), true);
		assert.equal(await passwords.get(mailServer), undefined);
		assert.equal(await passwords.forget(), false);
	});
});

describe('The mail server of an account', () => {
	const bob = { account: '~bob', instance: 'forge.test' };
	const general = { host: 'smtp.test', user: 'ana', from: 'Ana <ana@smtp.test>' };
	const cases: readonly (readonly [string, accounts: unknown, expected: unknown])[] = [
		['is the general one if nothing else is set up', undefined, general],
		[
			'is the general one if others are set up for others',
			{ '~ana@forge.test': { from: 'x' }, 'x.test': 1 },
			general,
		],
		[
			'has its own sender',
			{ '~bob@forge.test': { from: 'Bob <bob@x>' } },
			{ ...general, from: 'Bob <bob@x>' },
		],
		[
			'has its own server, without the user of the general one',
			{ '~bob@forge.test': { host: 'mail.test' } },
			{ host: 'mail.test', from: general.from },
		],
		[
			'has what is set up for the forge, unless the account has something else',
			{ 'forge.test': { host: 'mail.test', from: 'f@x' }, '~bob@forge.test': { from: 'b@x' } },
			{ host: 'mail.test', from: 'b@x' },
		],
	];
	for (const [what, accounts, expected] of cases)
		it(what, () => {
			const { accounts: _, ...found } = Object(mailSettingOf({ ...general, accounts }, bob));
			assert.deepEqual(found, expected);
			assert.equal(
				hasOwnSender({ ...general, accounts }, bob),
				/'?(?:b|f|bob)@x/.test(JSON.stringify(found)),
			);
		});
});

describe('The test mail', () => {
	it('is from the user to the user', () => {
		const ana = { name: 'Ana Ünal', email: 'ana@example.org' };
		const mail = testMail(ana, 'smtp.example.org', new Date(0));
		assert.deepEqual([mail.from, ...mail.to], [ana.email, ana.email]);
		const { from, to, subject, messageId, dateText } = parseMail(mail.raw);
		assert.deepEqual([from, ...to], [ana, ana]);
		assert.equal(subject, 'Test mail from Tildeforge');
		assert.equal(dateText, 'Thu, 01 Jan 1970 00:00:00 +0000');
		assert.match(messageId ?? '', /^<[\da-f-]{36}@example.org>$/);
	});
});
