import assert from 'node:assert/strict';
import { parseFullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { mailer } from '../../../kit/forge/lists-forge.ts';
import { refuseReplies } from '../../../kit/forge/refuse-replies.ts';
import { patchText } from '../../../kit/pages/readings.ts';
import { answerWith, choose, documents, enter, made, takeCalls } from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/list-commands.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { aMailSender } from './a-mail-sender.ts';
import { setMailServer } from './set-mail-server.ts';
import { listAddresses } from './some-list-addresses.ts';
import { someMailDocuments } from './some-mail-documents.ts';

const { MailReplies } = await import('../../../../src/review/commands/reply-to-mail.ts');
const { readSeriesContent } = await import('../../../../src/patches/commands/read-series-content.ts');
const { MailActions } = await import('../../../../src/review/commands/mail-actions.ts');
const { VersionQuestion } = await import('../../../../src/review/commands/version-question.ts');
const { SenderAddresses } = await import('../../../../src/review/commands/sender.ts');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const series = { ...list, patchset: 12 };
const listed = { id: 7, created: '2026-11-01T10:00:00Z', parent: null, thread: null, sender: null };
const header =
	'From: Bob <bob@example.org>\nTo: ~ana/editor-devel@127.0.0.1\nCc: Kim <kim@example.org>\nMessage-ID: <b@x>\n';
const mail = (text: string, subject = 'Re: Title', more = '') =>
	parseFullMail(listed, `${header}${more}Subject: ${subject}\n\n${text}`);
const patch = mail(
	'Wrap it.\n\nSigned-off-by: Bob <bob@example.org>\n---\n a | 2 +-\n\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n',
	'[PATCH] Wrap lines',
);

describe('A reply to a mail', () => {
	const { open, ending, forge } = demoLists();

	/** The box that asks what to do. */
	const mailBox = () => made.boxes.findLast(({ items }) => items.some(({ label }) => label.includes('Copy')));

	async function openReplies() {
		const window = await open({ names: ['ana', 'bob'] });
		const opened = await window.reviewMails(async () => assert.fail('Nothing is sent'));
		const { mails } = opened;
		const mailDocuments = someMailDocuments(opened, ending);
		const choices = memory();
		const senders = new SenderAddresses(memory(), () => ['kim@example.org'], aMailSender, mails);
		const actions = new MailActions(aMailSender, mails, senders);
		const addresses = listAddresses();
		const versions = new VersionQuestion(window.lists, async () => {});
		const parts = { lists: window.lists, documents: mailDocuments, senders, addresses, actions, versions };
		const replies = new MailReplies({ ...parts, memory: choices });
		const { name, email } = (await window.lists.of('ana')?.client.user({})) ?? assert.fail();
		/** Begins, and resolves with the box that asks what to do. */
		const ask = async (begin: () => Promise<void>) => {
			const done = begin();
			await until(() => mailBox() !== undefined);
			const box = mailBox() ?? assert.fail();
			made.boxes.length = 0;
			return { done, box };
		};
		return { ...window, replies, mailDocuments, me: `${name} <${email}>`, ask, choices };
	}

	it('takes its text to the mail program, with whom it is for', async () => {
		const { ask, replies } = await openReplies();
		const { box, done } = await ask(() => replies.reply(series, mail('One.\n'), undefined));
		assert.equal(box.title, 'Reply to Bob');
		box.choose('Open in Mail Program');
		await done;
		const [address = ''] = takeCalls().filter((call) => call.includes('mailto:'));
		assert.match(
			address,
			/mailto:~ana%2Feditor-devel@127\.0\.0\.1\?cc=bob%40example\.org&.*body=Bob%20wrote/,
		);
		assert.doesNotMatch(address, /kim/, 'the user gets no copy');
	});

	it('quotes only what is selected', async () => {
		const { ask, replies } = await openReplies();
		const { box, done } = await ask(() => replies.reply(series, mail('One.\nTwo.\n'), 'Two.'));
		box.choose('Copy');
		await done;
		assert.ok(takeCalls().includes('clipboard: Bob wrote:\n> Two.\n'));
	});

	for (const [replyTo, to] of [
		['Rob <rob@example.org>', 'rob@example.org'],
		// The sender in From, if Reply-To is a list.
		['~Ana/editor-devel@Lists.TEST', 'bob@example.org'],
		['~ana/editor-devel@evil.test', 'bob@example.org'],
		['~bob/other@127.0.0.1', 'bob@example.org'],
	] as const)
		it(`is only for the sender if the user wants that, and not for a list: ${replyTo}`, async () => {
			const { ask, replies, mailDocuments } = await openReplies();
			const { box, done } = await ask(() =>
				replies.reply(series, mail('One.\n', 'Re: Title', `Reply-To: ${replyTo}\n`), undefined),
			);
			box.choose('Re: Title');
			await done;
			await mailDocuments.addressToSender(documents[0]?.uri);
			const text = documents[0]?.getText() ?? '';
			assert.ok(text.includes(`\nTo: ${to}\n`) && !text.includes('\nCc:'), text);
		});

	it('goes to the list at its usual host, whatever host the answered mail names', async () => {
		const { ask, replies, cache } = await openReplies();
		await (await cache('ana', 'editor-devel')).refresh();
		const hostile = parseFullMail(
			listed,
			'From: Eve <eve@evil.test>\nTo: ~ana/editor-devel@evil.test\nSubject: Re: Title\n\nOne.\n',
		);
		const { box, done } = await ask(() => replies.reply(series, hostile, undefined));
		box.choose('Open in Mail Program');
		await done;
		const address = takeCalls().find((call) => call.includes('mailto:')) ?? '';
		assert.match(address, /mailto:~ana%2Feditor-devel@127\.0\.0\.1\?/);
	});

	it('is written in a text editor, which Enter opens, and cannot be sent without a text', async () => {
		const { ask, replies } = await openReplies();
		setMailServer();
		const { box, done } = await ask(() => replies.reply(series, mail('One.\n'), undefined));
		assert.deepEqual(
			box.items.slice(0, 2).map(({ label }) => label),
			['Write Here', '$(mail) Re: Title'],
		);
		assert.equal(
			box.items.some(({ label }) => label.startsWith('$(send)')),
			false,
		);
		box.choose('Re: Title');
		await done;
		assert.match(documents[0]?.getText() ?? '', /\n\nBob wrote:\n> One\.\n\n$/);
		assert.match(documents[0]?.getText() ?? '', /\nFrom: Ana <ana@example\.org>\n/);
	});

	it('is written here without a question once the user has chosen that, until they choose another way', async () => {
		const { ask, replies, choices } = await openReplies();
		const { box, done } = await ask(() => replies.reply(series, mail('One.\n'), undefined));
		box.choose('Re: Title');
		await done;
		documents[0]?.type(`${documents[0].getText()}Hello all.\n`);
		made.boxes.length = 0;
		await replies.reply(series, mail('One.\n'), undefined);
		assert.match(documents[0]?.getText() ?? '', /Hello all\.\n$/, 'the same one is continued');
		await replies.reply(
			series,
			parseFullMail({ ...listed, id: 8 }, `${header}Subject: Hi\n\nTwo.\n`),
			undefined,
		);
		assert.match(documents[1]?.getText() ?? '', /> Two\.\n\n$/);
		assert.equal(made.boxes.length, 0);
		await choices.update('writesRepliesHere', false);
		const again = await ask(() => replies.reply(series, mail('One.\n'), undefined));
		again.box.hide();
		await again.done;
	});

	it('to a patch is a trailer with two more keys, whose mail is shown before', async () => {
		const { ask, replies, me } = await openReplies();
		answerWith(choose('Reviewed-by'));
		const { box, done } = await ask(() => replies.reply(series, patch, undefined));
		const [pick = ''] = takeCalls();
		const names = ['Reviewed-by', 'Acked-by', 'Tested-by'].map((key) => `$(pass) ${key}: ${me}`);
		assert.equal(pick, `pick: Reply to Bob: [PATCH] Wrap lines: ${names.join(' | ')} | $(reply) Reply…`);
		assert.equal(box.title, 'Reviewed-by: [PATCH] Wrap lines');
		const detail = box.items.find(({ label }) => label.startsWith('$(mail)'))?.detail ?? '';
		assert.ok(detail.startsWith(`Reviewed-by: ${me} below the first lines of the mail`), detail);
		box.choose('Copy');
		await done;
		assert.match(takeCalls()[0] ?? '', /^clipboard: Bob wrote:\n> [\s\S]*\n\nReviewed-by: [^\n]+\n$/);
	});

	it('to a patch can also have a text', async () => {
		const { ask, replies } = await openReplies();
		answerWith(choose('Reply…'));
		const { box, done } = await ask(() => replies.reply(series, patch, undefined));
		assert.equal(box.title, 'Reply to Bob');
		box.hide();
		await done;
		assert.equal(takeCalls().length, 1);
	});

	it('asks for the name of the user if it is not known', async () => {
		const { ask, lists, replies } = await openReplies();
		const account = lists.of('ana') ?? assert.fail();
		Object.assign(account.client, { user: () => Promise.reject(new Error('offline')) });
		answerWith(choose('Acked-by…'));
		await replies.reply(series, patch, undefined);
		assert.match(takeCalls().at(-1) ?? '', /^input: Your Name/);
		answerWith(choose('Acked-by…'), enter('Ana <ana@home.test>'));
		const { box, done } = await ask(() => replies.reply(series, patch, undefined));
		box.choose('Copy');
		await done;
		assert.match(takeCalls().at(-2) ?? '', /\nAcked-by: Ana <ana@home\.test>\n$/);
	});

	it('answers the mail of a row: of a patchset, its first one', async () => {
		const { replies, cache } = await openReplies();
		await (await cache('ana', 'editor-devel')).refresh();
		answerWith(choose('Reply…'));
		const args: CommandArguments = [row('editor-devel', { kind: 'patchset', key: series })];
		const done = replies.replyToRow(args);
		await until(() => mailBox() !== undefined);
		mailBox()?.choose('Copy');
		await done;
		assert.match(takeCalls().find((call) => call.startsWith('clipboard')) ?? '', /wrote:\n> /);
		await replies.replyToRow([undefined]);
		await replies.replyToRow([]);
		assert.deepEqual(takeCalls(), [
			'status bar: The list changed. Try again.',
			'status bar: Select a patchset first.',
		]);
	});

	it('gives a trailer to each patch of a series without a cover letter', async () => {
		const { replies, cache, ask } = await openReplies();
		const post = await mailer(forge().smtp.port);
		for (const [subject, more] of [
			['[PATCH 1/2] One', 'Message-ID: <one@x>'],
			['[PATCH 2/2] Two', 'Message-ID: <two@x>\nIn-Reply-To: <one@x>'],
		] as const)
			await post.send(
				'bob@forge.test',
				['~ana/editor-devel@lists.localhost'],
				`From: Bob <bob@forge.test>\nSubject: ${subject}\n${more}\n\n${patchText(subject)}`,
			);
		post.end();
		const known = await cache('ana', 'editor-devel');
		await known.refresh();
		const patchset = Math.max(...known.patchsets.keys());
		answerWith(choose('Reviewed-by'));
		const { box, done } = await ask(() => replies.replyToSeries({ ...list, patchset }));
		assert.equal(box.title, 'Reviewed-by: [PATCH 1/2] One: 2 mails');
		assert.deepEqual(
			box.items.flatMap(({ label }) => (label.startsWith('$(mail)') ? [label] : [])),
			['$(mail) Re: [PATCH 1/2] One', '$(mail) Re: [PATCH 2/2] Two'],
		);
		box.choose('Copy');
		await done;
		const copied = takeCalls().find((call) => call.startsWith('clipboard')) ?? '';
		assert.equal(copied.split('\nReviewed-by: ').length, 3);
	});

	it('says that a trailer is not for the patches that could not be read', async () => {
		const { replies, lists, cache, ask } = await openReplies();
		await (await cache('ana', 'editor-devel')).refresh();
		const { reading } = await readSeriesContent(lists, series);
		const { version = assert.fail() } = reading;
		const unread = [version.patches[0]?.mail.id ?? 0];
		const mails = new Map([...reading.mails].filter(([id]) => !unread.includes(id)));
		const partly = { version: { ...version, cover: undefined }, mails, unread };
		Object.assign(lists.of('ana')?.series ?? {}, {
			readVersion: async () => ({ ...reading, chain: undefined, ...partly }),
		});
		takeCalls();
		answerWith(choose('Reviewed-by'));
		const { box } = await ask(() => replies.replyToSeries(series));
		const notice = '1 mail could not be loaded and cannot be answered.';
		assert.ok(takeCalls().some((call) => call.startsWith('pick') && call.includes(notice)));
		assert.equal(box.placeholder, notice);
		box.hide();
	});

	it('asks before a version is answered that a newer one has replaced', async () => {
		const { replies, lists, cache } = await openReplies();
		await (await cache('ana', 'editor-devel')).refresh();
		const { reading } = await readSeriesContent(lists, series);
		const [patchset = 0] = reading.chain?.versions[0]?.patchsets ?? [];
		takeCalls();
		for (const answer of [
			() => replies.reply({ ...list, patchset }, patch, undefined),
			() => replies.reply({ ...list, patchset }, mail('One.\n'), 'One.'),
			() => replies.replyToSeries({ ...list, patchset }),
		]) {
			await answer();
			assert.match(takeCalls().at(-1) ?? '', /^warning: v3 has replaced v1\. Answer v1 anyway\?/);
		}
	});

	it('says before it is written that the user may not answer', async () => {
		const { ask, replies, ...window } = await openReplies();
		refuseReplies(window);
		await (await window.cache('bob', 'editor-devel')).refresh();
		takeCalls();
		const problem = '~ana, the owner of the list, does not let you reply to it.';
		answerWith(choose('Acked-by'));
		const ofBob = { ...series, account: 'bob' };
		const trailer = await ask(() => replies.reply(ofBob, patch, undefined));
		assert.ok(takeCalls()[0]?.startsWith(`pick: Reply to Bob: ${problem}`));
		assert.equal(trailer.box.placeholder, problem);
		trailer.box.hide();
		const reply = await ask(() => replies.reply(ofBob, mail('One.\n'), undefined));
		assert.equal(reply.box.placeholder, problem);
		reply.box.hide();
	});

	it('is not possible if the forge does not have the text of the mail', async () => {
		const { lists, replies } = await openReplies();
		const { mails } = lists.of('ana')?.series ?? assert.fail();
		const { fetch } = mails;
		mails.fetch = async (...asked) => ({ ...(await fetch.apply(mails, asked)), envelope: null });
		const patchRow = row('editor-devel', { kind: 'patch', series, mail: 107, message: '' });
		await assert.rejects(replies.replyToRow([patchRow]), /does not have the text/);
	});

	it('is not possible for an account that is signed out', async () => {
		const { replies } = await openReplies();
		await assert.rejects(replies.reply({ ...series, account: 'carol' }, patch, undefined), /signed out/);
	});
});
