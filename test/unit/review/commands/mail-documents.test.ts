import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { nextVersion } from '../../../../src/platform/state/texts/text.ts';
import { markDraftsSent, savedMails } from '../../../../src/review/state/mail-drafts.ts';
import {
	answerWith,
	closeDocument,
	documentEvents,
	documents,
	enter,
	passTurns,
	TabInputText,
	tabChanges,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';
import { aMail, firstVersion } from './a-mail.ts';
import { noMails, someDrafts, someMailDocuments } from './some-mail-documents.ts';

const { mailDocument } = await import('../../../../src/mail/compose/mail-document.ts');
const { replyTo } = await import('../../../../src/mail/compose/reply.ts');
const { parseMail } = await import('../../../../src/mail/message/parse-mail.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const commented = aMail(1, { comments: [firstVersion('c')] });
const quote = aMail(1, { body: 'Bob wrote:\n> One\n' });
const first = () => documents[0] ?? assert.fail();
const textOf = (drafts: Awaited<ReturnType<typeof someDrafts>>) =>
	drafts.editing.map(({ body }) => body.text);

describe('The document of a mail', () => {
	const ending = endings();

	async function open(storage = memoryStorage()) {
		const drafts = await someDrafts(storage);
		const mails = someMailDocuments({ drafts }, ending);
		const only = () => mails.drafts(series, 1)[0] ?? assert.fail();
		return { mails, drafts, storage, only, saved: () => savedMails(drafts, noMails) };
	}

	it('is shown with lines to send it, to discard it, and to go back to its comments', async () => {
		const { mails } = await open();
		await mails.showMail(series, commented);
		await mails.showMail(series, aMail(2), 'bob@example.org');
		assert.match(first().getText(), /^Subject: Re: Mail 1\nFrom: Ana <ana@example\.org>\nTo: /);
		assert.equal(first().uri.path, '/Mail to ~ana/editor-devel/Re: Mail 1.eml');
		const lenses = await Promise.all(documents.map((one) => mails.lenses(one.uri)));
		assert.deepEqual(
			lenses.map((all) => all.map(({ command }) => command?.title)),
			[
				['Send', 'Other Ways…', 'Back to Comments', 'Discard'],
				['Send', 'Other Ways…', 'To Sender Only', 'Discard'],
			],
		);
	});

	it('has the cursor after an empty line below a mail that has only quotes', async () => {
		const { mails } = await open();
		await mails.showMail(series, quote);
		const line = first().lineCount - 1;
		assert.ok(takeCalls().join().includes(`"selection":{"start":{"line":${line},"character":0}`));
		assert.deepEqual([first().lineAt(line - 2).text, first().lineAt(line - 1).text], ['> One', '']);
		await mails.showMail(series, aMail(2));
		assert.doesNotMatch(takeCalls().join(), /"selection":/);
	});

	it('is replaced if the user has not edited it, and otherwise stays', async () => {
		const { mails, only } = await open();
		await mails.showMail(series, commented);
		await mails.showMail(series, { ...aMail(1, { body: 'New text\n' }), comments: commented.comments });
		assert.equal(documents.length, 1);
		assert.match(first().getText(), /New text/);
		first().type(first().getText().replace('New text', 'My text'));
		await passTurns();
		takeCalls();
		await mails.showMail(series, { ...aMail(1, { body: 'Newer text\n' }), comments: commented.comments });
		assert.match(first().getText(), /My text/);
		assert.match(takeCalls().join(), /You have begun this answer before/);
		assert.ok(only().isEdited);
		assert.ok(only().isOf(aMail(1, { body: 'New text\n' }).mail) && !only().isOf(commented.mail));
	});

	it('is beside another answer to the same mail', async () => {
		const { mails } = await open();
		await mails.showMail(series, quote);
		await mails.showMail(series, aMail(1, { to: 'bob@example.org', body: 'Bob wrote:\n> One\n' }));
		await mails.showMail(series, commented);
		assert.equal(documents.length, 3);
	});

	it('is edited only by the user, also if it quotes a file with other line breaks', async () => {
		const { mails, only } = await open();
		const text = [
			...['From: Bob <bob@example.org>', 'Content-Transfer-Encoding: quoted-printable', ''],
			...['+one=0D', '+two=0Dthree', ''],
		];
		const { body } = replyTo(parseMail(text.join('\r\n')), 'list@example.org');
		await mails.showMail(series, aMail(1, { body: `${body}\nYes.\n` }));
		first().type(first().getText().replaceAll('\n', '\r\n'));
		await passTurns();
		assert.equal(only().isEdited, false);
		assert.match(only().draft.body.text, /\n> \+one\n> \+twothree\n\nYes\.\n$/);
	});

	it('is sent as the user has edited it, or says which line is wrong', async () => {
		const { mails } = await open();
		await mails.showMail(series, commented);
		first().type(first().getText().replace('Text 1', 'My text'));
		const { document, ...read } = (await mails.mailOf(first().uri)).read();
		const edited = aMail(1, { comments: [firstVersion('c')], body: 'My text\n' });
		assert.deepEqual(read, { ...edited, composed: mailDocument(commented.mail) });
		assert.equal(document?.revision, 2);
		first().type(first().getText().replace('To: list', 'To: '));
		const wrong = await mails.mailOf(first().uri);
		assert.throws(() => wrong.read(), {
			name: 'ForgeError',
			message: /^Line 3 of the mail: .*not a mail address/,
		});
	});

	it('is a draft with each letter, without a save, which is there after its tab was closed and in the next session', async () => {
		const { mails, drafts, saved, storage } = await open();
		await mails.showMail(series, quote);
		assert.equal(saved().length, 1, 'when it was opened');
		const { uri } = first();
		first().type(`${first().getText()}Yes.\n`);
		closeDocument(first());
		await until(() => textOf(drafts).join().endsWith('> One\n\nYes.\n'));
		await until(async () =>
			textOf(await someDrafts(storage))
				.join()
				.endsWith('> One\n\nYes.\n'),
		);
		const next = await open(storage);
		const [{ id = '' } = {}] = next.saved();
		const { draft } = await next.mails.mailOf({ about: { kind: 'mail draft', draft: id } });
		await next.mails.open(draft);
		assert.deepEqual([`${first().uri}`, first().isDirty], [`${uri}`, false]);
		assert.match(first().getText(), /> One\n\nYes\.\n$/);
	});

	it('has no unsaved changes after it was saved, and is the same version then', async () => {
		const { mails, only } = await open();
		await mails.showMail(series, quote);
		first().type(`${first().getText()}Yes.\n`);
		await passTurns();
		const { revision } = only().draft;
		await first().save();
		assert.deepEqual([only().draft.revision, first().isDirty], [revision, false]);
	});

	it('is no draft after the user has only read it', async () => {
		const { mails, drafts, storage } = await open();
		await mails.showMail(series, commented);
		assert.deepEqual(savedMails(drafts, noMails), [], 'its comments are drafts already');
		closeDocument(first());
		await until(() => drafts.editing.length === 0);
		await until(async () => (await someDrafts(storage)).editing.length === 0);
	});

	it('can be discarded, which closes it and can be undone', async () => {
		const { mails, drafts, saved } = await open();
		await mails.showMail(series, quote);
		first().type(`${first().getText()}Yes.\n`);
		const { draft } = await mails.mailOf(first().uri);
		await mails.discard({ draft: draft.id });
		assert.deepEqual([documents, saved()], [[], []]);
		await assert.rejects(mails.mailOf({ draft: draft.id }), /waiting, or was sent or discarded/);
		await drafts.restore(draft.id);
		answerWith(enter('Undo'));
		await mails.discard({ draft: draft.id });
		assert.deepEqual([saved().length, /Yes\.\n$/.test(first().getText())], [1, true]);
	});

	it('shows what another window writes, and closes when that window sends or discards it', async () => {
		const { mails, drafts, only, storage } = await open();
		await mails.showMail(series, quote);
		const other = await someDrafts(storage);
		const [draft = assert.fail()] = other.editing;
		const { revision, writer, body } = draft;
		const written = { ...draft, base: { revision, writer }, revision: revision + 1, writer: 'other' };
		await other.write({ ...written, body: { ...body, text: `${body.text}There.\n` } });
		await drafts.readNow();
		await until(() => first().getText().endsWith('There.\n') && !first().isDirty);
		first().type(`${first().getText()}And here.\n`);
		await passTurns();
		assert.match(only().draft.body.text, /There\.\nAnd here\.\n$/);
		assert.equal(drafts.editing.length, 1);
		await drafts.settled();
		await other.readNow();
		await other.discard(draft.id);
		await drafts.readNow();
		await until(() => documents.length === 0);
	});

	it('keeps both versions if two windows have written it', async () => {
		const { mails, drafts, storage } = await open();
		await mails.showMail(series, quote);
		const other = await someDrafts(storage);
		const [draft = assert.fail()] = other.editing;
		const { revision, writer, body } = draft;
		const written = { ...draft, base: { revision, writer }, revision: revision + 1, writer: 'other' };
		await other.write({ ...written, body: { ...body, text: `${body.text}There.\n` } });
		first().type(`${first().getText()}Here.\n`);
		await first().save();
		const endings = () => textOf(drafts).map((text) => text.slice(-7));
		await until(() => endings().toSorted().join() === '\nHere.\n,There.\n');
		assert.match(first().getText(), /Here\.\n$/);
	});

	it('can be addressed only to the sender of the mail that it answers', async () => {
		const { mails } = await open();
		await mails.showMail(series, quote, 'rob@example.org');
		await mails.addressToSender(first().uri);
		await passTurns();
		const mail = parseMail((await mails.mailOf(first().uri)).draft.body.text);
		assert.deepEqual([mail.to.map(({ email }) => email), mail.cc], [['rob@example.org'], []]);
		assert.match(first().getText(), /\nTo: rob@example\.org\nIn-Reply-To: <1@x>\n\nBob wrote:\n> One\n\n$/);
	});

	it('is addressed to the sender with what the user types while it is brought to the front', async () => {
		const { mails } = await open();
		await mails.showMail(series, quote, 'rob@example.org');
		Object.assign(mails, { open: async () => first().type(`${first().getText()}Yes.\n`) });
		await mails.addressToSender(first().uri);
		assert.match(first().getText(), /\nTo: rob@example\.org\n[\s\S]*> One\n\nYes\.\n$/);
	});

	it('is a draft again when the user opens its tab again after they have read it', async () => {
		const { mails, drafts, only, saved } = await open();
		await mails.showMail(series, quote);
		const { draft } = only();
		closeDocument(first());
		await until(() => drafts.editing.length === 0);
		await mails.open(draft);
		assert.equal(first().getText(), '');
		tabChanges.fire({ opened: [{ input: new TabInputText(first().uri) }], closed: [] });
		await until(() => first().getText() === draft.body.text);
		assert.equal(saved().length, 1);
	});

	it('is no draft again after it was read, if its mail was sent meanwhile', async () => {
		const { mails, drafts, only } = await open();
		await mails.showMail(series, aMail(1));
		const { id, key } = only().draft;
		closeDocument(first());
		await until(() => drafts.editing.length === 0);
		const outgoing = { from: 'ana@example.org', to: [], raw: '' };
		const { series: about, answered } = key;
		await markDraftsSent(drafts, { subject: '', outgoing, series: about, answered, comments: [] });
		assert.equal(drafts.get(id)?.state, 'sent');
	});

	it('is replaced if it was taken back and has not been edited, and stays the draft of the user', async () => {
		const { mails, drafts, only } = await open();
		await mails.showMail(series, aMail(1));
		const { draft } = only();
		const body = { ...draft.body, wasSent: true };
		await drafts.write(nextVersion(draft, drafts.writer, { body }));
		assert.equal(only().isEdited, false);
		await mails.showMail(series, aMail(1, { body: 'New text\n' }));
		assert.match(only().draft.body.text, /New text/);
		closeDocument(first());
		await passTurns();
		assert.equal(drafts.editing.length, 1);
	});

	it('closes when VS Code opens it without a draft, unless it has letters', async () => {
		const { mails, only } = await open();
		await mails.showMail(series, quote);
		const { draft } = only();
		closeDocument(first());
		await mails.open({ ...draft, id: 'gone' });
		const { getText } = first();
		Object.assign(first(), { getText: () => 'A letter' });
		documentEvents.opened.fire(first());
		await passTurns();
		Object.assign(first(), { getText });
		documentEvents.opened.fire(first());
		await until(() => documents.length === 0);
	});

	it('is a draft of its own with what the user types while it is discarded', async () => {
		const { mails, drafts, only } = await open();
		await mails.showMail(series, quote);
		const { id } = only().draft;
		first().type(`${first().getText()}More.\n`);
		await drafts.discard(id);
		assert.deepEqual(
			textOf(drafts).map((text) => text.endsWith('More.\n')),
			[true],
		);
		assert.equal(documents.length, 1);
	});
});
