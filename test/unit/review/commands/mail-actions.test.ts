import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { PreparedMail } from '../../../../src/review/state/prepare-mail.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { answerWith, enter, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { aMail, withSender } from './a-mail.ts';
import { aMailSender } from './a-mail-sender.ts';
import { setMailServer } from './set-mail-server.ts';

const { SenderAddresses } = await import('../../../../src/review/commands/sender.ts');
const { MailActions } = await import('../../../../src/review/commands/mail-actions.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };

describe('Sending the mails of a review', () => {
	const { open } = demoLists();

	async function openActions() {
		const window = await open();
		const { mails } = await window.reviewMails(async () => assert.fail('It is sent after some seconds'));
		setMailServer();
		const memento = memory();
		const senders = new SenderAddresses(memento, () => [], aMailSender, mails);
		const actions = new MailActions(aMailSender, mails, senders);
		const account = window.lists.of('ana');
		const send = async (...sent: readonly PreparedMail[]) => {
			const [action = assert.fail()] = (await actions.find(account))(sent);
			assert.match(action.label, /^Send (?:Mail|2 Mails)(?: as Ana, not ~ana)?$/);
			return action.run({ series, mails: sent });
		};
		return { mails, actions, send, senders, memento, account };
	}
	const two = [aMail(1), aMail(2)];

	it('is the first action if a server is set up, and is offered last otherwise', async () => {
		const { actions, account } = await openActions();
		const labels = async () =>
			(await actions.find(account))(two).map(({ label }) => label.replace(/ as Ana.*/, ''));
		const others = ['Open in Mail Program', 'Save as .eml Files…', 'Copy'];
		assert.deepEqual(await labels(), ['Send 2 Mails', ...others]);
		setSetting('tildeforge.mailServer', undefined);
		assert.deepEqual(await labels(), [...others, 'Set Up Sending Mail…']);
	});

	it('is the last action, and asks, if the list is known to refuse it', async () => {
		const { mails, actions, account } = await openActions();
		const refusal = 'Only subscribers may reply to this list.';
		const toList = aMail(1, { to: '~ana/editor-devel@lists.test' });
		const [first, ...others] = (await actions.find(account, refusal))([toList]);
		const send = others.at(-1);
		assert.match(first?.label ?? '', /Open in Mail Program/);
		assert.match(send?.label ?? '', /^Send Mail Anyway(?: as Ana, not ~ana)?…$/);
		for (const [answer, result] of [
			['', undefined],
			['Send Anyway', 'sending'],
		] as const) {
			answerWith(enter(answer));
			assert.equal(await send?.run({ series, mails: [toList] }), result);
			assert.match(takeCalls().join(), /Send anyway\?: Only subscribers may reply to this list\./);
		}
		assert.equal(mails.entries.length, 1);
		const [toBob] = (await actions.find(account, refusal))([aMail(1, { to: 'bob@example.org' })]);
		assert.match(toBob?.label ?? '', /^Send Mail(?: as|$)/);
	});

	it('is not possible for a mail that has only quotes', async () => {
		const { actions, account } = await openActions();
		const [first] = (await actions.find(account))([aMail(1), aMail(2, { body: 'Bob wrote:\n> One\n' })]);
		assert.match(first?.label ?? '', /Open in Mail Program/);
	});

	it('goes to the lists of a sample forge only, from its user', async () => {
		const { mails, actions, account } = await openActions();
		setSetting('tildeforge.mailServer', undefined);
		const sample = account && {
			...account,
			instance: { ...account.instance, mailServer: { host: '127.0.0.1', port: 9 } },
		};
		const [action] = (await actions.find(sample))(two);
		assert.deepEqual(
			[action?.label, action?.detail],
			['Send 2 Mails', 'To the sample forge: nothing leaves this computer'],
		);
		const { email } = (await account?.client.user({})) ?? assert.fail();
		const [mail = assert.fail()] = two;
		assert.equal(
			await action?.run({ series, mails: [{ ...mail, mail: { ...mail.mail, from: undefined } }] }),
			'sending',
		);
		assert.equal(mails.entries[0]?.steps[0]?.change.outgoing.from, email);
	});

	it('is from the same sender the next time after the user has changed the sender, unless they undo it', async () => {
		const { mails, send, senders, account } = await openActions();
		const mail = aMail(1, { to: '~ana/editor-devel@lists.test' });
		const from = { name: 'Ana', email: 'ana@work.test' };
		const next = async () => account && (await senders.find(account, series));
		const usual = await next();
		await send(withSender(mail, from));
		assert.deepEqual(await next(), from);
		await mails.undo();
		assert.deepEqual(await next(), usual);
	});

	it('is from the same sender the next time after the user has taken a mail elsewhere, which does not wait until that is stored', async () => {
		const { actions, senders, memento, account } = await openActions();
		const from = { name: 'Ana', email: 'ana@work.test' };
		const copied = withSender(aMail(1, { to: '~ana/editor-devel@lists.test' }), from);
		const copy = (await actions.find(account))([copied]).find(({ label }) => label.includes('Copy'));
		const { update } = memento;
		Object.assign(memento, { update: () => new Promise(() => {}) });
		await copy?.run({ series, mails: [copied] });
		Object.assign(memento, { update });
		await copy?.run({ series, mails: [copied] });
		await until(async () => account && isDeepStrictEqual(await senders.find(account, series), from));
	});

	it('names the addresses that the mails are from', async () => {
		const { actions, account } = await openActions();
		const { mail, ...facts } = aMail(1);
		const detail = async (...mails: readonly PreparedMail[]) =>
			(await actions.find(account))(mails)[0]?.detail;
		const work = { ...facts, mail: { ...mail, from: { name: 'Ana', email: 'ana@work.test' } } };
		const usual = { ...facts, mail: { ...mail, from: undefined } };
		assert.equal(await detail(work), 'Through 127.0.0.1, from ana@work.test');
		assert.equal(await detail(usual), 'Through 127.0.0.1, from ana@example.org');
		assert.equal(
			await detail(work, usual, work),
			'Through 127.0.0.1, from ana@work.test and ana@example.org',
		);
	});

	it('can be undone for some seconds', async () => {
		const { mails, send } = await openActions();
		assert.equal(await send(...two), 'sending');
		assert.deepEqual(
			mails.entries.map(({ steps }) => steps[0]?.change.subject),
			['Re: Mail 1', 'Re: Mail 2'],
		);
		assert.equal((await mails.undo()).length, 2);
		assert.deepEqual(mails.entries, []);
	});

	it('says why nothing was sent', async () => {
		const { mails, send } = await openActions();
		await send(...two);
		takeCalls();
		assert.equal(await send(...two), undefined);
		assert.equal(mails.entries.length, 2);
		assert.deepEqual(takeCalls(), [
			'warning: Nothing was sent. A mail with this content is already waiting to be sent.',
		]);
	});
});
