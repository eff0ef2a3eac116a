import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { answerWith, choose, takeCalls } from '../../../kit/window/editor.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { listCommands, row } from './window.ts';

const { addressOfList, replyToMail } = await import('../../../../src/patches/commands/reply-to-mail.ts');
const { Uri } = await import('vscode');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const mail = (text: string) =>
	parseMail(`From: Bob <bob@example.org>\nMessage-ID: <b@x>\nSubject: Title\n\n${text}`);
const opened = (calls: readonly string[]) => calls.filter((call) => /mailto:/.test(call));

describe('A reply to a mail', () => {
	const { open } = listCommands();

	it('opens in the mail program with the quote, if that is short enough', async () => {
		const { lists } = await open('ana');
		answerWith(choose('Open in Mail Program'));
		await replyToMail(lists, list, mail('Short.'));
		const [address = ''] = opened(takeCalls());
		assert.match(address, /mailto:~ana%2Feditor-devel@.*body=Bob%20wrote/);
	});

	it('opens without a long quote, which is copied, only if the user wants that', async () => {
		const { lists } = await open('ana');
		for (const answer of [undefined, 'Open Without the Quote']) {
			answerWith(choose('Open in Mail Program'), () => answer);
			await replyToMail(lists, list, mail('Long text. '.repeat(400)));
			const calls = takeCalls();
			assert.match(calls.find((call) => call.startsWith('clipboard')) ?? '', /> Long text\./);
			assert.equal(opened(calls).length, answer === undefined ? 0 : 1);
			assert.doesNotMatch(opened(calls)[0] ?? '', /body=/);
		}
	});

	it('is saved as a file, with only what is selected', async () => {
		const { lists } = await open('ana');
		const folder = temporaryFolder('reply');
		answerWith(choose('Save Reply'), () => Uri.file(join(folder, 'r.eml')));
		await replyToMail(lists, list, mail('One.\nTwo.\n'), 'Two.');
		const saved = parseMail(readFileSync(join(folder, 'r.eml'), 'utf8'));
		assert.equal(saved.subject, 'Re: Title');
		assert.equal(saved.text, 'Bob wrote:\r\n> Two.\r\n');
	});

	it('answers the mail of a row: of a patchset, its first one', async () => {
		const { commands, cache } = await open('ana');
		await (await cache('ana', 'editor-devel')).refresh();
		answerWith(choose('Copy Quoted Text'));
		await commands.reply([row('editor-devel', { kind: 'patchset', key: { ...list, patchset: 12 } })]);
		assert.match(takeCalls().find((call) => call.startsWith('clipboard')) ?? '', /wrote:\n> /);
		await commands.reply([undefined]);
		await commands.reply([]);
		assert.deepEqual(takeCalls(), [
			'status bar: The list changed. Select the row again.',
			'status bar: Select a patchset first.',
		]);
	});

	it('is not possible if the forge does not have the text of the mail', async () => {
		const { lists, commands } = await open('ana');
		const { mails } = lists.of('ana')?.series ?? assert.fail();
		const { fetch } = mails;
		mails.fetch = async (...asked) => ({ ...(await fetch.apply(mails, asked)), envelope: null });
		const patchset = row('editor-devel', { kind: 'patchset', key: { ...list, patchset: 12 } });
		await assert.rejects(commands.reply([patchset]), /does not have the text/);
	});

	it('is not possible for an account that is signed out', async () => {
		const { lists } = await open('ana');
		await assert.rejects(replyToMail(lists, { ...list, account: 'bob' }, mail('')), /signed out/);
	});
});

describe('The address of a list', () => {
	it('is the one that the mail was sent to, or else at the host of the forge', () => {
		const sent = parseMail('To: Bob <bob@x>, ~Ana/editor-devel@lists.old.test\n\n');
		assert.equal(addressOfList(list, sent, 'https://lists.forge.test'), '~Ana/editor-devel@lists.old.test');
		const other = parseMail('To: ~ana/editor-devel-announce@lists.old.test\n\n');
		assert.equal(
			addressOfList(list, other, 'https://lists.forge.test/x'),
			'~ana/editor-devel@lists.forge.test',
		);
		assert.equal(addressOfList(list, other, undefined), undefined);
	});
});
