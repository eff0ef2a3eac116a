import assert from 'node:assert/strict';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { answerWith, enter, setSetting, takeCalls } from '../../../../kit/window/editor.ts';
import { memory } from '../../../../tools/memory.ts';
import { aMailSender } from './a-mail-sender.ts';

const { MailSenders } = await import('../../../../../src/patches/commands/review/sender.ts');

describe('The sender of mails', () => {
	const { open } = demoLists();

	async function openSenders() {
		const { lists } = await open({ names: ['ana'] });
		const account = lists.of('ana') ?? assert.fail();
		const memento = memory();
		return { account, memento, senders: new MailSenders(memento, () => ['Ana@Work.test'], aMailSender) };
	}

	it('is the user of the forge if git is not used', async () => {
		const { account, senders } = await openSenders();
		const { name, email } = await account.client.user({});
		assert.ok(email);
		assert.deepEqual(await senders.find(account), { name, email });
		assert.deepEqual(senders.ownAddresses({ name, email }), ['ana@work.test', email.toLowerCase()]);
		assert.deepEqual(senders.ownAddresses(undefined), ['ana@work.test']);
	});

	it('is the one of the mail server first', async () => {
		const { account, senders } = await openSenders();
		setSetting('tildeforge.mailServer', { host: 'smtp.test', from: 'Ana S. <ana@smtp.test>' });
		assert.deepEqual(await senders.find(account), { name: 'Ana S.', email: 'ana@smtp.test' });
	});

	it('is asked for once if the forge does not say', async () => {
		const { account, senders, memento } = await openSenders();
		Object.assign(account.client, { user: () => Promise.reject(new Error('offline')) });
		assert.equal(await senders.find(account), undefined);
		assert.equal(await senders.ask(account), undefined, 'the user has cancelled');
		answerWith(enter(' Ana Müller  <ana@home.test> '));
		const entered = { name: 'Ana Müller', email: 'ana@home.test' };
		assert.deepEqual(await senders.ask(account), entered);
		takeCalls();
		assert.deepEqual(await new MailSenders(memento, () => [], aMailSender).find(account), entered);
		assert.deepEqual(takeCalls(), []);
	});

	it('needs a name and an address', async () => {
		const { account, senders } = await openSenders();
		const check = async (text: string) => {
			let problem: unknown;
			answerWith(async (options) => {
				problem = await Reflect.apply(Reflect.get(Object(options), 'validateInput'), undefined, [text]);
				return undefined;
			});
			await senders.ask(account);
			return problem;
		};
		assert.equal(await check('Ana <ana@home.test>'), undefined);
		for (const wrong of ['ana@home.test', 'Ana', '<ana@home.test>', 'Ana <ana at home>'])
			assert.match(String(await check(wrong)), /Enter a name and an address/, wrong);
	});
});
