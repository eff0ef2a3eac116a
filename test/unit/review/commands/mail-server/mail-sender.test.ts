import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { SecretStorage } from 'vscode';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import type { ListAccount } from '../../../../../src/patches/state/mailing-lists.ts';
import { refusal, startMailServer, testPassword } from '../../../../kit/mails/mail-server.ts';
import {
	answerWith,
	choose,
	enter,
	type FakeBox,
	made,
	setSetting,
	takeCalls,
} from '../../../../kit/window/editor.ts';
import { endings } from '../../../../tools/endings.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';

const { MailSender } = await import('../../../../../src/review/commands/mail-server/mail-sender.ts');

const name = 'tildeforge.mailServer';
const never = new AbortController().signal;
const mail = { from: 'ana@example.org', to: ['bob@example.org'], raw: 'Subject: Title\n\nText\n' };

describe('Sending mails through the mail server of the user', () => {
	const ending = endings();
	let home: string | undefined;
	let logged: string[];
	beforeEach(() => {
		logged = [];
		home = process.env.HOME;
	});
	afterEach(() => {
		process.env.HOME = home;
	});

	/** A server that may be used without encryption, as it is on this machine. */
	async function open(
		options: Parameters<typeof startMailServer>[0] = { needsLogin: true },
		checkStorage = async () => {},
		accounts: readonly object[] = [],
	) {
		const server = await startMailServer({ allowInsecureAuth: true, ...options });
		ending(server.stop);
		const stored = new Map<string, string>();
		const store = {
			get: async (key: string) => stored.get(key),
			store: async (key: string, value: string) => void stored.set(key, value),
			delete: async (key: string) => void stored.delete(key),
		} as Partial<SecretStorage> as SecretStorage;
		const log = new Log((record) => logged.push(JSON.stringify(record)));
		const own = { host: '127.0.0.1', port: server.port, security: 'none', from: 'Ana <ana@example.org>' };
		const secrets = new Secrets();
		const openWindow = () =>
			new MailSender(store, secrets, log, checkStorage, async () => accounts as readonly ListAccount[]);
		return { server, stored, own, secrets, openWindow, sender: openWindow() };
	}

	/** The box that is open after the one before. */
	async function nextBox(before?: FakeBox): Promise<FakeBox> {
		await until(() => made.boxes.at(-1) !== before && made.boxes.at(-1)?.isShown);
		return made.boxes.at(-1) ?? assert.fail();
	}

	const isIdle = (box: FakeBox) => until(() => box.enabled && !box.busy);
	const problem = ({ validationMessage }: FakeBox) =>
		typeof validationMessage === 'string' ? validationMessage : '';

	const accountOf = (account: string, email: string) => ({
		session: { account, instance: 'forge.test' },
		client: { user: async () => ({ name: account.slice(1), email }) },
	});

	/** Answers the boxes of the set-up with what is in them, of a server without encryption and login. */
	async function acceptAll(before?: FakeBox) {
		let box = before;
		for (let step = 0; step < 3; step++) {
			box = await nextBox(box);
			if (box.activeItems.length > 0) box.choose('Not Encrypted');
			else box.accept();
		}
		return nextBox(box);
	}

	it('is set up for one of several accounts, from the address that the forge knows, and leaves the others as they are', async () => {
		const accounts = [accountOf('~ana', 'ana@forge.test'), accountOf('~bob', 'bob@forge.test')];
		const { own, sender } = await open({}, undefined, accounts);
		setSetting('tildeforge.mailServer', own);
		answerWith(choose('~bob'));
		const settingUp = sender.setUp();
		const from = await acceptAll();
		assert.equal(from.value, 'bob <bob@forge.test>');
		from.accept();
		assert.deepEqual((await settingUp)?.from, { name: 'bob', email: 'bob@forge.test' });
		const written = takeCalls().find((call) => call.startsWith('setting: user: tildeforge.mailServer'));
		const bobs = { accounts: { '~bob@forge.test': { from: 'bob <bob@forge.test>' } } };
		assert.equal(written, `setting: user: tildeforge.mailServer: ${JSON.stringify({ ...own, ...bobs })}`);
		const froms = await Promise.all(
			accounts.map(async ({ session }) => (await sender.sender(session))?.email),
		);
		assert.deepEqual(froms, ['ana@example.org', 'bob@forge.test']);
		assert.deepEqual(
			accounts.map(({ session }) => sender.hasOwnSender(session)),
			[false, true],
		);
	});

	it('is tried as it was set up for one of several accounts', async () => {
		const accounts = [accountOf('~ana', 'ana@forge.test'), accountOf('~bob', 'bob@forge.test')];
		const { own, sender, server } = await open({}, undefined, accounts);
		for (const general of [undefined, { ...own, host: 'general.test' }]) {
			setSetting(name, general);
			answerWith(choose('~bob'), enter('Send Test Mail to Myself'));
			const before = made.boxes.at(-1);
			const settingUp = sender.setUpAndOfferTest();
			const address = await nextBox(before);
			address.type(`127.0.0.1:${server.port}`);
			(await acceptAll()).accept();
			await settingUp;
			await until(() => takeCalls().some((call) => /test mail was sent/.test(call)));
			answerWith(choose('~bob'));
			await sender.sendTest();
		}
		assert.deepEqual(
			server.received.map(({ to }) => to),
			Array(4).fill(['bob@forge.test']),
		);
	});

	it('counts for the only account that is left, and for the one that mails are sent from', async () => {
		const bob = accountOf('~bob', 'bob@forge.test');
		for (const accounts of [[bob], [accountOf('~ana', 'ana@forge.test'), bob]]) {
			const { own, sender } = await open({}, undefined, accounts);
			setSetting(name, {
				accounts: { '~bob@forge.test': { ...own, host: 'smtp://wrong', from: 'old@x.test' } },
			});
			const before = made.boxes.at(-1);
			const preparing = sender.prepare(bob.session);
			const address = await nextBox(before);
			address.type(`127.0.0.1:${own.port}`);
			const from = await acceptAll();
			from.type('new@x.test');
			from.accept();
			assert.ok(await preparing);
			assert.equal((await sender.sender(bob.session))?.email, 'new@x.test');
		}
	});

	it('is set up step by step, and tried if the user wants that, for which nothing waits', async () => {
		const { server, sender, stored } = await open();
		answerWith(choose());
		const settingUp = sender.setUpAndOfferTest();
		const address = await nextBox();
		assert.equal(address.prompt, 'Enter the server that sends your mail (SMTP).');
		address.type('smtp server');
		address.accept();
		assert.equal(problem(address), 'Enter a host name, such as smtp.example.org.');
		address.type(`127.0.0.1:${server.port}`);
		address.accept();
		const security = await nextBox(address);
		assert.deepEqual(
			security.activeItems.map(({ label }) => label),
			['Not Encrypted'],
		);
		security.choose('Not Encrypted');
		const user = await nextBox(security);
		user.type('ana');
		user.accept();
		const password = await nextBox(user);
		assert.equal(password.password, true);
		password.type('wrong');
		password.accept();
		await isIdle(password);
		assert.match(
			problem(password),
			/refused the user name or the password: Authentication failed.* separate password/,
		);
		assert.equal(stored.size, 0);
		password.type(testPassword);
		assert.equal(problem(password), '');
		password.accept();
		const from = await nextBox(password);
		from.type('Ana <ana@example.org>');
		const answer = Promise.withResolvers<string>();
		answerWith(() => answer.promise);
		from.accept();
		await settingUp;
		answer.resolve('Send Test Mail to Myself');
		const calls: string[] = [];
		await until(() => calls.push(...takeCalls()) === 4, { what: 'it says that the test mail was sent' });
		assert.deepEqual(calls, [
			`setting: user: tildeforge.mailServer: {"host":"127.0.0.1","port":${server.port},"security":"none","user":"ana","from":"Ana <ana@example.org>"}`,
			'information: Mails are sent through 127.0.0.1, from ana@example.org.: Send Test Mail to Myself',
			'progress: Sending a test mail through 127.0.0.1',
			'information: A test mail was sent to ana@example.org.',
		]);
		assert.deepEqual(
			server.received.map(({ to, user: by }) => [...to, by]),
			[['ana@example.org', 'ana']],
		);
		assert.ok(!JSON.stringify(logged).includes(testPassword));
		assert.match(JSON.stringify(logged), /Sending a mail: sent/);
	});

	it('goes back without losing what was entered', async () => {
		const { server, sender } = await open({});
		const settingUp = sender.setUp();
		const address = await nextBox();
		assert.deepEqual(address.buttons, []);
		address.type(`127.0.0.1:${server.port}`);
		address.accept();
		const security = await nextBox(address);
		security.choose('Not Encrypted');
		const user = await nextBox(security);
		user.accept();
		const from = await nextBox(user);
		from.pressed.fire(from.buttons[0]);
		const again = await nextBox(from);
		assert.equal(again.placeholder, 'User name', 'without a user name, there is no password to go back to');
		again.pressed.fire(again.buttons[0]);
		const kept = await nextBox(again);
		assert.deepEqual(
			kept.activeItems.map(({ label }) => label),
			['Not Encrypted'],
		);
		kept.hide();
		assert.equal(await settingUp, undefined);
		assert.deepEqual(takeCalls(), []);
	});

	it('is filled in from git in a trusted workspace, and works without being set up', async () => {
		const { server, sender } = await open();
		const folder = temporaryFolder('home');
		process.env.HOME = folder;
		writeFileSync(
			join(folder, '.gitconfig'),
			`[sendemail]\nsmtpServer = 127.0.0.1\nsmtpServerPort = ${server.port}\nsmtpUser = ana\nsmtpPass = ${testPassword}\nfrom = ana@example.org\n`,
		);
		assert.equal(await sender.account(), undefined);
		setSetting('trusted', true);
		const settingUp = sender.setUp();
		const box = await nextBox();
		assert.equal(box.value, `127.0.0.1:${server.port}`);
		assert.match(box.prompt, /git's configuration/);
		box.hide();
		await settingUp;
		assert.equal((await sender.prepare())?.source, 'git');
		assert.equal((await sender.send(mail, never)).kind, 'sent');
	});

	it('asks for the password until the server accepts it, and then no more', async () => {
		const { server, own, secrets, sender } = await open();
		setSetting(name, { ...own, user: 'ana' });
		answerWith(enter('wrong'), enter(testPassword));
		await sender.sendTest();
		assert.deepEqual(secrets.addedAfter(0), ['wrong', testPassword], 'no log has them');
		const calls = takeCalls();
		const questions = calls.filter((call) => call.startsWith('input: Password of ana at 127.0.0.1'));
		assert.equal(questions.length, 2);
		assert.match(questions[1] ?? '', /refused the user name or the password/);
		assert.equal(server.received.length, 1);
		await sender.sendTest();
		assert.ok(!takeCalls().some((call) => call.startsWith('input')));
		assert.equal(server.received.length, 2);
	});

	it('never asks while a mail is sent, and keeps a password that is refused, which it does not try again before any window has asked for it', async () => {
		let accepted = testPassword;
		let logins = 0;
		const { own, sender, openWindow, stored } = await open({
			needsLogin: true,
			onAuth: ({ password }, _session, callback) => {
				logins += 1;
				if (password === accepted) callback(null, { user: 'ana' });
				else callback(refusal(535, 'No'));
			},
		});
		const other = openWindow();
		setSetting(name, { ...own, user: 'ana' });
		assert.equal((await sender.send(mail, never)).kind, 'wrong-password');
		answerWith(enter(testPassword));
		assert.equal(await sender.prepareAgain(true), true);
		takeCalls();
		const before = [...stored.values()];
		accepted = 'changed since';
		logins = 0;
		for (const _ of ['a mail', 'the next mail of the review']) {
			const outcome = await sender.send(mail, never);
			assert.match('message' in outcome ? outcome.message : '', /refused the user name or the password: No/);
		}
		assert.equal(logins, 1, 'servers lock accounts after several wrong passwords');
		assert.deepEqual([...stored.values(), ...takeCalls()], before);
		for (const window of [sender, other]) {
			assert.equal(await window.prepareAgain(true), false, 'the user has left the box');
			assert.match(
				takeCalls().join(),
				/^input: Password of ana at 127\.0\.0\.1.*The mail server rejected the stored password\./,
			);
		}
		answerWith(enter(accepted));
		assert.equal(await other.prepareAgain(true), true);
		takeCalls();
		assert.equal((await sender.send(mail, never)).kind, 'sent', 'the other window has stored it');
		for (const window of [sender, other]) assert.equal(await window.prepareAgain(true), true);
		assert.deepEqual(takeCalls(), []);

		accepted = testPassword;
		assert.equal((await sender.send(mail, never)).kind, 'wrong-password');
		accepted = 'changed since';
		answerWith(enter(''));
		assert.equal(await sender.prepareAgain(true), true, 'the server takes the stored one by now');
		assert.equal((await sender.send(mail, never)).kind, 'sent');
	});

	it('sends no mail again if the user cancels the check of the password', async () => {
		let isSilent = false;
		const { own, sender } = await open({
			needsLogin: true,
			onAuth: (_login, _session, callback) => isSilent || callback(null, { user: 'ana' }),
		});
		setSetting(name, { ...own, user: 'ana' });
		answerWith(enter(testPassword));
		assert.ok(await sender.prepare());
		isSilent = true;
		made.progress.length = 0;
		// The progress is shown at once, and need not stay.
		const wait = globalThis.setTimeout;
		const { mock: pauses } = mock.method(globalThis, 'setTimeout', (run: () => void, ms = 0) =>
			wait(run, ms === 500 || ms === 800 ? 0 : ms),
		);
		ending(() => pauses.restore());
		const asked = sender.prepareAgain(true);
		await until(() => made.progress.length > 0);
		made.progress[0]?.cancel();
		assert.equal(await asked, false);
	});

	it('leaves a mail to other windows if it may not read the settings of git', async () => {
		const { sender } = await open();
		process.env.HOME = temporaryFolder('home');
		const outcome = await sender.send(mail, never);
		assert.equal(outcome.kind, 'later');
		assert.match(
			'message' in outcome ? outcome.message : '',
			/Trust the folder, or set up a mail server in the settings\./,
		);
		setSetting('trusted', true);
		const none = { kind: 'wrong-settings', message: 'No mail server is set up.' };
		assert.deepEqual(await sender.send(mail, never), none);
	});

	it('says why the test mail was not sent, and what the user can do', async () => {
		const { own, sender } = await open({ onRcptTo: (_, __, done) => done(refusal(450, 'Greylisted')) });
		setSetting(name, own);
		await sender.sendTest();
		assert.deepEqual(takeCalls().slice(1), [
			'error: The test mail was not sent. 127.0.0.1 does not accept mail to ana@example.org (Greylisted) yet.: Try Again | Set Up Sending Mail…',
		]);
	});

	it('asks to set up a server if there is none', async () => {
		const { sender } = await open();
		let before: FakeBox | undefined;
		for (const ask of [() => sender.sendTest(), () => sender.setUpAndOfferTest()]) {
			const asked = ask();
			const box = await nextBox(before);
			assert.equal(box.title, 'Set Up Sending Mail (1/5)');
			box.hide();
			await asked;
			assert.deepEqual(takeCalls(), []);
			before = box;
		}
	});

	it('says that the settings name no server, whether or not git has one', async () => {
		const { own, sender } = await open();
		const folder = temporaryFolder('home');
		process.env.HOME = folder;
		writeFileSync(
			join(folder, '.gitconfig'),
			'[sendemail]\nsmtpServer = git.example\nfrom = ana@example.org\n',
		);
		setSetting(name, { ...own, host: 'smtp://mail.example' });
		const message = 'The host in the setting tildeforge.mailServer is not the name of a server.';
		for (const isTrusted of [false, true]) {
			setSetting('trusted', isTrusted);
			assert.deepEqual(await sender.send(mail, never), { kind: 'wrong-settings', message });
			const settingUp = sender.prepare();
			const box = await nextBox();
			assert.equal(box.prompt, `Enter the server that sends your mail (SMTP). ${message}`);
			box.hide();
			assert.equal(await settingUp, undefined);
		}
	});

	it('forgets the password if the user wants that', async () => {
		const { own, sender, stored } = await open();
		setSetting(name, { ...own, user: 'ana' });
		answerWith(enter(testPassword));
		await sender.prepare();
		takeCalls();
		await sender.forgetPassword();
		await sender.forgetPassword();
		assert.equal(stored.size, 0);
		assert.deepEqual(takeCalls(), [
			'status bar: The mail password was forgotten',
			'status bar: No mail password is stored',
		]);
	});
});
