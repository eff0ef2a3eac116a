import assert from 'node:assert/strict';
import { documents, passTurns } from '../../../kit/window/editor.ts';
import { endings } from '../../../tools/endings.ts';
import { aMail, firstVersion } from './a-mail.ts';
import { someDrafts, someMailDocuments } from './some-mail-documents.ts';

const { addedRecipients, editedAnswer } = await import('../../../../src/review/commands/edited-mail.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const commented = aMail(1, { comments: [firstVersion('c')] });
const noneLeftOut = new Set<string>();

describe('The answer of a review that the user has edited', () => {
	const ending = endings();

	/** A mail after the user has edited it in its document. */
	async function edited(mail: ReturnType<typeof aMail>) {
		const mails = someMailDocuments({ drafts: await someDrafts() }, ending);
		await mails.showMail(series, mail);
		documents[0]?.type(`${documents[0].getText()}Thanks!\n`);
		await passTurns();
		const current = () => mails.drafts(series, 1)[0] ?? assert.fail();
		const open = current();
		return { open, prepared: open.read(), current };
	}

	it('is sent as it is, and says whether it lacks later changes', async () => {
		const mail = await edited(commented);
		const { note = '', mail: sent } = editedAnswer(mail, commented, noneLeftOut) ?? assert.fail();
		assert.equal(note, 'as you have edited it');
		assert.equal(sent.body, 'Text 1\nThanks!\n');
		const later = aMail(1, { comments: commented.comments, body: 'Text 2\n' });
		assert.equal(
			editedAnswer(mail, later, noneLeftOut)?.note,
			'as you have edited it, without later changes',
		);
		assert.ok(editedAnswer(mail, aMail(1), noneLeftOut), 'its comments were discarded since');
	});

	it('does not lack the recipients that were left out before', async () => {
		const mail = await edited({ ...commented, mail: { ...commented.mail, cc: [] } });
		const left = new Set(['bob@example.org']);
		assert.equal(editedAnswer(mail, commented, left)?.note, 'as you have edited it');
		assert.match(editedAnswer(mail, commented, noneLeftOut)?.note ?? '', /later changes/);
	});

	it('is not another answer to the same mail', async () => {
		assert.equal(editedAnswer(await edited(aMail(1)), commented, noneLeftOut), undefined);
		documents.length = 0;
		const toBob = await edited(aMail(1, { to: 'bob@example.org' }));
		assert.equal(editedAnswer(toBob, aMail(1), noneLeftOut), undefined);
		documents.length = 0;
		const reply = await edited(aMail(1, { body: '> Text 1\n' }));
		assert.equal(editedAnswer(reply, aMail(1, { body: 'Reviewed-by: Ana\n' }), noneLeftOut), undefined);
	});

	it('goes to those whom the user has written into its document', async () => {
		const { open, current } = await edited({ ...commented, mail: { ...commented.mail, cc: [] } });
		assert.deepEqual(addedRecipients({ open, prepared: open.read() }), []);
		const [document = assert.fail()] = documents;
		document.type(document.getText().replace('\nTo:', '\nCc: Bob@example.org\nTo:'));
		await passTurns();
		assert.deepEqual(addedRecipients({ open, prepared: current().read() }), ['bob@example.org']);
	});

	it('goes to them also if their address is in another one there, or in its text', async () => {
		const cc = [
			{ name: 'Diana: Prince', email: 'Diana@example.org' },
			{ name: 'Eve "O" <x>', email: 'eve@example.org' },
		];
		const body = 'Signed-off-by: Bob <bob@example.org>\n';
		const { open, current } = await edited({ ...commented, mail: { ...commented.mail, cc, body } });
		const [document = assert.fail()] = documents;
		document.type(document.getText().replace('\nCc: ', '\nCc: ana@example.org, bob@example.org, '));
		await passTurns();
		const added = addedRecipients({ open, prepared: current().read() });
		assert.deepEqual(added, ['ana@example.org', 'bob@example.org']);
	});
});
