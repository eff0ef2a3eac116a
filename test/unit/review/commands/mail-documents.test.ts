import assert from 'node:assert/strict';
import {
	documentEvents,
	documents,
	lensCommands,
	passTurns,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { endings } from '../../../tools/endings.ts';
import { memory } from '../../../tools/memory.ts';
import { aMail, firstVersion } from './a-mail.ts';

const { mailDocument } = await import('../../../../src/mail/compose/mail-document.ts');
const { replyTo } = await import('../../../../src/mail/compose/reply.ts');
const { parseMail } = await import('../../../../src/mail/message/parse-mail.ts');
const { MailDocuments } = await import('../../../../src/review/commands/mail-documents.ts');
const { TabInputText } = await import('vscode');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const commented = aMail(1, { comments: [firstVersion('c')] });
const titles = () =>
	documents.map((one) => lensCommands(one).map((command) => Reflect.get(Object(command), 'title')));

describe('The document of a mail', () => {
	const ending = endings();

	function open(memento = memory()) {
		const mails = new MailDocuments(memento);
		ending(mails);
		return { mails, memento };
	}

	it('is shown with lines to send it, to copy it, and to go back to its comments', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		await mails.show(series, aMail(2));
		assert.match(documents[0]?.getText() ?? '', /^Subject: Re: Mail 1\nFrom: Ana <ana@example\.org>\nTo: /);
		assert.deepEqual(titles(), [
			['Send or Save…', 'Copy', 'Back to Comments'],
			['Send or Save…', 'Copy'],
		]);
		assert.equal(takeCalls().length, 2);
	});

	it('has the cursor below a mail that has only quotes', async () => {
		const { mails } = open();
		await mails.show(series, aMail(1, { body: 'Bob wrote:\n> One\n' }));
		assert.match(takeCalls().join(), /"selection":/);
		await mails.show(series, aMail(2));
		assert.doesNotMatch(takeCalls().join(), /"selection":/);
	});

	it('is replaced if the user has not edited it, and otherwise stays', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		await mails.show(series, aMail(1, { body: 'New text\n' }));
		assert.equal(documents.length, 1);
		const [document] = documents;
		assert.match(document?.getText() ?? '', /New text/);
		document?.type(document.getText().replace('New text', 'My text'));
		await mails.show(series, aMail(1, { body: 'Newer text\n' }));
		assert.match(document?.getText() ?? '', /My text/);
		const found = (await mails.openMail(series, 1)) ?? assert.fail();
		assert.ok(found.isEdited);
		assert.ok(found.isOf(aMail(1, { body: 'New text\n' }).mail) && !found.isOf(commented.mail));
	});

	it('is not said to be another answer after it was replaced, and has the cursor below new quotes', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		takeCalls();
		await mails.show(series, aMail(1, { body: 'Bob wrote:\n> One\n' }));
		const calls = takeCalls().join();
		assert.doesNotMatch(calls, /another answer/);
		assert.match(calls, /"selection":/);
	});

	it('is edited only by the user, also if it quotes a file with other line breaks', async () => {
		const { mails } = open();
		const text = [
			...['From: Bob <bob@example.org>', 'Content-Transfer-Encoding: quoted-printable', ''],
			...['+one=0D', '+two=0Dthree', ''],
		];
		const { body } = replyTo(parseMail(text.join('\r\n')), 'list@example.org');
		await mails.show(series, aMail(1, { body: `${body}\nYes.\n` }));
		assert.equal((await mails.openMail(series, 1))?.isEdited, false);
		assert.match(documents[0]?.getText() ?? '', /\n> \+one\n> \+twothree\n\nYes\.\n$/);
	});

	it('is sent as the user has edited it, or says which line is wrong', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		const [document] = documents;
		document?.type(document.getText().replace('Text 1', 'My text'));
		const found = (await mails.mailOf(document?.uri)) ?? assert.fail();
		const edited = aMail(1, { comments: [firstVersion('c')], body: 'My text\n' });
		const { document: id, ...read } = found.read();
		assert.deepEqual(read, { ...edited, composed: mailDocument(commented.mail) });
		assert.deepEqual([typeof id, found.read().document], ['string', id]);
		document?.type(document.getText().replace('To: list', 'To: '));
		assert.throws(() => found.read(), {
			name: 'ForgeError',
			message: /^Line 3 of the mail: .*not a mail address/,
		});
	});

	it('is still known in the next session, also while its tab is not loaded', async () => {
		const { mails, memento } = open();
		await mails.show(series, commented);
		mails.dispose();
		const [document] = documents.splice(0);
		const next = open(memento).mails;
		assert.equal(await next.openMail(series, 1), undefined, 'The user has closed it');
		assert.ok(document);
		setSetting('tabs', [{ input: new TabInputText(document.uri) }]);
		documents.push(document);
		Object.assign(document, { isClosed: true });
		assert.equal((await next.openMail(series, 1))?.document, document);
	});

	it('is no longer a mail after the user has closed it', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		documentEvents.closed.fire(documents[0]);
		await passTurns();
		assert.deepEqual(titles(), [[]]);
	});

	it('is not another one that VS Code has given the same name', async () => {
		const { mails, memento } = open();
		await mails.show(series, commented);
		mails.dispose();
		const next = open(memento).mails;
		const [document] = documents;
		for (const text of ['', 'To: do\n', 'int main(void)\n']) {
			document?.type(text);
			assert.deepEqual(titles(), [[]], text);
			assert.equal(await next.mailOf(document?.uri), undefined);
		}
		await next.show(series, commented);
		assert.equal(documents.length, 2);
		assert.equal((await next.openMail(series, 1))?.document, documents[1]);
	});

	it('is not the text of a mail that is shown beside it in a document with the name of a closed one', async () => {
		const { mails, memento } = open();
		await mails.show(series, commented);
		mails.dispose();
		documents.length = 0;
		const next = open(memento).mails;
		await next.showText(aMail(2));
		assert.match(documents[0]?.getText() ?? '', /Text 2/);
		assert.deepEqual(titles(), [[]]);
		assert.equal(await next.mailOf(documents[0]?.uri), undefined);
	});

	it('is still a mail while its header is wrong', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		const [document] = documents;
		document?.type(`Bcc: x\n\n${document.getText().replace('Subject: ', '')}`);
		assert.equal(titles()[0]?.length, 3);
	});

	it('is empty and no longer a mail after it was closed', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		const found = (await mails.openMail(series, 1)) ?? assert.fail();
		await mails.close(found);
		assert.equal(documents[0]?.getText(), '');
		assert.deepEqual(titles(), [[]]);
		assert.equal(await mails.mailOf(documents[0]?.uri), undefined);
	});

	it('is still a mail if the user types in it while it is being closed', async () => {
		const { mails } = open();
		await mails.show(series, commented);
		const [document] = documents;
		const found = (await mails.mailOf(document?.uri)) ?? assert.fail();
		setSetting('typing', true);
		await mails.close(found);
		assert.equal((await mails.mailOf(document?.uri))?.document, document);
	});
});
