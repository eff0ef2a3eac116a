import assert from 'node:assert/strict';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import { answerWith, enter, problemsOf, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { aMail, withSender } from './a-mail.ts';
import { aMailSender } from './a-mail-sender.ts';

const { mailDocument } = await import('../../../../src/mail/compose/mail-document.ts');
const { composedMail } = await import('../../../../src/review/state/outgoing-mail.ts');
const { SenderAddresses } = await import('../../../../src/review/commands/sender.ts');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const other = { ...list, list: 'other' };

describe('The sender of mails', () => {
	const { open } = demoLists();
	const time = skippableTime();

	async function openSenders() {
		const { lists, reviewMails } = await open({ names: ['ana'] });
		const { mails } = await reviewMails(async () => ({ kind: 'refused', message: 'No.', recipients: [] }));
		const account = lists.of('ana') ?? assert.fail();
		const memento = memory();
		/** A window that is opened now. */
		const next = () =>
			new SenderAddresses(memento, () => ['Ana@Work.test', 'ana@Bücher.test'], aMailSender, mails);
		return { account, mails, next, senders: next() };
	}

	it('is the user of the forge if git is not used', async () => {
		const { account, senders } = await openSenders();
		const { name, email } = await account.client.user({});
		assert.ok(email);
		assert.deepEqual(await senders.find(account, list), { name, email });
		assert.deepEqual(senders.ownAddresses({ name, email }), [
			'ana@work.test',
			'ana@xn--bcher-kva.test',
			email.toLowerCase(),
		]);
		assert.deepEqual(senders.ownAddresses(undefined), ['ana@work.test', 'ana@xn--bcher-kva.test']);
	});

	it('is the one of the mail server first', async () => {
		const { account, senders } = await openSenders();
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'Ana S. <ana@smtp.test>' });
		assert.deepEqual(await senders.find(account, list), { name: 'Ana S.', email: 'ana@smtp.test' });
	});

	it('has the address of the mail server, and the name of the forge if there is no other', async () => {
		const { account, senders } = await openSenders();
		const { name } = await account.client.user({});
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'ana@smtp.test' });
		assert.deepEqual(await senders.find(account, list), { name, email: 'ana@smtp.test' });
		const offline = await openSenders();
		Object.assign(offline.account.client, { user: () => Promise.reject(new Error('offline')) });
		assert.equal(await offline.senders.find(offline.account, list), undefined, 'the user is asked');
	});

	it('is asked of a forge that does not answer once for a command, and again later', async () => {
		const { account, senders } = await openSenders();
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'ana@smtp.test' });
		let calls = 0;
		const user = () => Promise.reject(new Error(`offline ${++calls}`));
		Object.assign(account.client, { user });
		await senders.find(account, list);
		await senders.notesOf(account);
		assert.equal(calls, 1);
		time.skip(10_000);
		await senders.find(account, list);
		assert.equal(calls, 2);
	});

	it('is named beside the account if the forge knows the user by another address', async () => {
		const { account, senders } = await openSenders();
		const { email = '' } = await account.client.user({});
		const noteOf = async (from?: { readonly name: string; readonly email: string }) =>
			(await senders.notesOf(account))(from);
		assert.equal(await noteOf(), '', 'no sender is known');
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'Ana Duarte <ana@smtp.test>' });
		assert.equal(await noteOf(), ' as Ana Duarte, not ~ana');
		assert.equal(await noteOf({ name: 'Ana', email: email?.toUpperCase() ?? '' }), '');
		const { account: name, instance } = account.session;
		const accounts = { [`${name}@${instance}`]: { from: 'Ana Duarte <ana@smtp.test>' } };
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'x@smtp.test', accounts });
		assert.equal(await noteOf(), '', 'the user wants that');
		assert.equal((await senders.find(account, list))?.email, 'ana@smtp.test');
	});

	const toList = aMail(1, { to: '~ana/editor-devel@lists.test' });
	const work = { name: 'Ana', email: 'ana@work.test' };

	it('is the one that the user has written in the last mail to the same list', async () => {
		const { account, senders, next: nextWindow } = await openSenders();
		const usual = (await senders.find(account, list)) ?? assert.fail();
		const without = { ...toList, mail: { ...toList.mail, from: undefined } };
		await senders.didSend(account, list, [toList, withSender(toList, work), without]);
		await senders.didSend(account, list, [withSender(aMail(1, { to: 'bob@example.org' }), usual)]);
		await senders.didSend(account, list, [withSender(toList, { name: '', email: 'ana@nameless.test' })]);
		const next = nextWindow();
		assert.deepEqual(await next.find(account, list), work);
		assert.deepEqual(await next.find(account, other), usual);
		const home = { name: 'Ana', email: 'ana@home.test' };
		await next.didSend(account, list, [withSender(toList, home)]);
		assert.deepEqual(await next.find(account, list), home);
		await next.didSend(account, list, [withSender(toList, usual)]);
		assert.deepEqual(await next.find(account, list), usual);
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'Ana S. <ana@smtp.test>' });
		assert.equal((await next.find(account, list))?.email, 'ana@smtp.test', 'later settings still count');
	});

	it('is the user of the sample forge there, whatever was written or set up', async () => {
		const { account, senders } = await openSenders();
		const { name, email } = await account.client.user({});
		await senders.didSend(account, list, [withSender(toList, work)]);
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'Ana S. <ana@smtp.test>' });
		const sample = { ...account, instance: { ...account.instance, mailServer: { host: 'x', port: 1 } } };
		assert.deepEqual(await senders.find(sample, list), { name, email });
	});

	it('is the one of settings that have changed since a mail was written', async () => {
		const { account, senders, mails } = await openSenders();
		const setFrom = (from: string) => setSetting('tildeforge.mailServer', { host: 'smtp.test', from });
		setFrom('Ana <ana@before.test>');
		const from = (await senders.find(account, list)) ?? assert.fail();
		const { mail } = toList;
		const written = { ...mail, from };
		const composed = mailDocument({ ...written, body: 'Other\n' });
		await mails.send(
			{ series: { ...list, patchset: 12 }, mails: [{ ...toList, mail: written, composed }], from },
			3_600_000,
		);
		setFrom('Ana <ana@now.test>');
		assert.equal((await senders.find(account, list))?.email, 'ana@now.test', 'it is on its way');
		const { outgoing } = mails.entries[0]?.steps[0]?.change ?? assert.fail();
		await senders.didSend(account, list, [{ ...toList, mail: composedMail(outgoing), composed }]);
		assert.equal((await senders.find(account, list))?.email, 'ana@now.test', 'it was sent');
	});

	it('is the one of a mail that is on its way to the list, until it is undone or refused', async () => {
		const { account, senders, mails } = await openSenders();
		const usual = (await senders.find(account, list)) ?? assert.fail();
		const send = (delayMs: number) =>
			mails.send(
				{
					series: { ...list, patchset: 12 },
					mails: [withSender(toList, work)],
					from: usual,
				},
				delayMs,
			);
		await send(3_600_000);
		assert.deepEqual(await senders.find(account, list), work);
		assert.deepEqual(await senders.find(account, other), usual);
		await mails.undo();
		assert.deepEqual(await senders.find(account, list), usual);
		await send(0);
		await until(() => mails.entries.some(({ state }) => state.kind === 'refused'));
		assert.deepEqual(await senders.find(account, list), usual);
	});

	it('is asked for once if the forge does not say', async () => {
		const { account, senders, next } = await openSenders();
		Object.assign(account.client, { user: () => Promise.reject(new Error('offline')) });
		assert.equal(await senders.find(account, list), undefined);
		assert.equal(await senders.ask(account), undefined, 'the user has cancelled');
		answerWith(enter(' Ana Müller  <ana@home.test> '));
		const entered = { name: 'Ana Müller', email: 'ana@home.test' };
		assert.deepEqual(await senders.ask(account), entered);
		takeCalls();
		assert.deepEqual(await next().find(account, list), entered);
		assert.deepEqual(takeCalls(), []);
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'ana@smtp.test' });
		assert.deepEqual(await next().find(account, list), { name: 'Ana Müller', email: 'ana@smtp.test' });
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'Ana S. <ana@smtp.test>' });
		assert.equal((await next().find(account, list))?.name, 'Ana S.', 'it was set up later');
	});

	it('is asked only for a name if the address is known', async () => {
		const { account, senders, next } = await openSenders();
		Object.assign(account.client, { user: () => Promise.reject(new Error('offline')) });
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'ana@smtp.test' });
		assert.equal(await senders.find(account, list), undefined);
		const problems: unknown[] = [];
		answerWith(problemsOf(['', ' ', 'Ana Müller', 'Ana <ana@home.test>'], problems));
		assert.equal(await senders.ask(account), undefined);
		const problem = 'Enter a name without an address: Ana Silva';
		assert.deepEqual(problems, [undefined, undefined, undefined, problem]);
		answerWith(enter(' Ana Müller '));
		const entered = { name: 'Ana Müller', email: 'ana@smtp.test' };
		assert.deepEqual(await senders.ask(account), entered);
		assert.deepEqual(await next().find(account, list), entered);
	});

	it('needs a name and an address', async () => {
		const { account, senders } = await openSenders();
		const problems: unknown[] = [];
		const wrong = ['ana@home.test', 'Ana', '<ana@home.test>', 'Ana <ana at home>'];
		answerWith(problemsOf(['', 'Ana <ana@home.test>', ...wrong], problems));
		await senders.ask(account);
		const problem = 'Enter a name and an address: Ana Silva <ana@example.org>';
		assert.deepEqual(problems, [undefined, undefined, ...wrong.map(() => problem)]);
	});
});
