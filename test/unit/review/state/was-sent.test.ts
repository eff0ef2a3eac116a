import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { sendMail } from '../../../../src/review/state/mail-server/send-mail.ts';
import { messageIdOf, outgoingMail } from '../../../../src/review/state/outgoing-mail.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { wasSent } from '../../../../src/review/state/was-sent.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { aMail, firstVersion } from '../commands/a-mail.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const from = { name: 'Ana', email: 'ana@example.org' };
const toList = '~ana/editor-devel@lists.forge.test';

describe('A mail that is open in an editor', () => {
	const { open, forge } = demoLists();

	async function setUp() {
		const { lists, log } = await open();
		const comments = createReviewComments(memoryStorage(), log);
		for (const id of ['c', 'd'])
			await comments.write({
				...{ ...firstVersion(id), base: null, body: { text: 'Why?' } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { ...list, mail: 1, lines: { kind: 'whole' } },
			});
		const markSent = (id: string, sentIn: string) =>
			comments.markSent(id, firstVersion(id), ({ text }) => ({ text, sentIn }));
		const { signal } = new AbortController();
		const ask = (mail: ReturnType<typeof aMail>, isEdited = false) =>
			wasSent({ series: { ...list, patchset: 12 }, isEdited }, mail, { comments, lists, signal });
		return { comments, markSent, ask };
	}

	it('was sent if its comments were, also in another mail, unless the user has edited it since', async () => {
		const { comments, markSent, ask } = await setUp();
		const mail = aMail(1, { comments: [firstVersion('c')] });
		assert.equal(await ask(mail), false);
		await markSent('c', '<other@x>');
		assert.deepEqual([await ask(mail), await ask(mail, true)], [true, false]);
		comments.dispose();
	});

	it('was not sent if only some of its comments were, or if they were sent in different mails', async () => {
		const { comments, markSent, ask } = await setUp();
		const mail = aMail(1, { comments: [firstVersion('c'), firstVersion('d')] });
		await markSent('d', '<other@x>');
		assert.equal(await ask(mail), false);
		await markSent('c', '<third@x>');
		assert.equal(await ask(mail), false);
		comments.dispose();
	});

	it('was sent if one of its comments was sent in it, also if the user has changed another one meanwhile', async () => {
		const { comments, markSent, ask } = await setUp();
		const mail = aMail(1, { comments: [firstVersion('c'), firstVersion('d')] });
		await markSent('d', messageIdOf(mail, from));
		assert.deepEqual([await ask(mail), await ask(mail, true)], [true, true]);
		comments.dispose();
	});

	it('was sent if it has no comments and its text is kept until it is on the list', async () => {
		const { comments, ask } = await setUp();
		const mail = aMail(1, { to: toList });
		assert.equal(await ask(mail), false);
		const sentIn = messageIdOf(mail, from);
		await comments.write({
			...{ ...firstVersion(sentIn), base: null, body: { text: 'Text 1', sentIn } },
			account: { id: 'ana', name: '~ana', instance: 'forge.test' },
			key: { ...list, mail: 1, lines: { kind: 'whole' } },
		});
		await comments.markSent(sentIn);
		assert.equal(await ask(mail), true);
		assert.equal(await ask(aMail(1, { to: toList, body: 'Another text\n' })), false);
		assert.equal(await ask({ ...mail, mail: { ...mail.mail, from: undefined } }), false);
		comments.dispose();
	});

	it('was sent if it has no comments and is on the list', async () => {
		const { comments, ask } = await setUp();
		const mail = aMail(1, { to: toList, body: `${crypto.randomUUID()}\n` });
		assert.equal(await ask(mail), false);
		const server = { ...forge().smtp, security: 'none', user: undefined } as const;
		const outgoing = { ...outgoingMail(mail, from, new Date()), to: [toList] };
		assert.equal((await sendMail(server, outgoing, new AbortController().signal)).kind, 'sent');
		assert.equal(await ask(mail), true);
		comments.dispose();
	});
});
