import assert from 'node:assert/strict';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import type { PreparedMail } from '../../../../../src/patches/state/review/prepare-mail.ts';
import { createReviewComments } from '../../../../../src/patches/state/review/review-comments.ts';
import { memoryStorage } from '../../../../../src/platform/state/store/memory-storage.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { refusal, startMailServer } from '../../../../kit/mails/mail-server.ts';
import { setSetting, takeCalls } from '../../../../kit/window/editor.ts';
import { aMail } from './a-mail.ts';
import { aMailSender } from './a-mail-sender.ts';

const { MailWays } = await import('../../../../../src/patches/commands/review/mail-ways.ts');

describe('Sending the mails of a review', () => {
	const ends: (() => unknown)[] = [];
	afterEach(async () => {
		for (const end of ends.splice(0)) await end();
	});

	async function open(options: Parameters<typeof startMailServer>[0] = {}) {
		const server = await startMailServer({ allowInsecureAuth: true, ...options });
		const { log } = readable();
		const comments = createReviewComments(memoryStorage(), log);
		ends.push(server.stop, () => comments.dispose());
		for (const id of ['a', 'b', 'c'])
			await comments.write({
				...{ id, revision: 1, writer: 'page', base: null, body: { text: id } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { account: 'ana', owner: '~ana', list: 'devel', mail: 1, lines: { kind: 'whole' } },
			});
		setSetting('tildeforge.mailServer', {
			...{ host: '127.0.0.1', port: server.port, security: 'none', from: 'Ana <ana@example.org>' },
		});
		const ways = new MailWays(aMailSender, comments);
		const send = async (...mails: readonly PreparedMail[]) => {
			const [way] = (await ways.find())(mails);
			assert.equal(way?.label, '$(send) Send');
			return way.run(mails);
		};
		return { server, comments, ways, send, stateOf: (id: string) => comments.get(id)?.state };
	}
	const two = [aMail(1, { comments: ['a', 'b'] }), aMail(2, { comments: ['c'] })];

	it('is the first way out if a server is set up, and is offered last otherwise', async () => {
		const { ways } = await open();
		const labels = async () =>
			(await ways.find())(two).map(({ label }) => label.replace(/^\$\([\w-]+\) /, ''));
		const others = ['Open in Mail Program', 'Save as .eml Files…', 'Copy'];
		assert.deepEqual(await labels(), ['Send', ...others]);
		setSetting('tildeforge.mailServer', undefined);
		assert.deepEqual(await labels(), [...others, 'Set Up Sending Mail…']);
	});

	it('leaves no drafts of what was sent, and sends it once', async () => {
		const { server, send, stateOf } = await open();
		assert.equal(await send(...two), 'sent');
		assert.deepEqual(
			server.received.map(({ text }) => parseMail(text).subject),
			['Re: Mail 1', 'Re: Mail 2'],
		);
		assert.deepEqual(['a', 'b', 'c'].map(stateOf), ['sent', 'sent', 'sent']);
		assert.equal(takeCalls().at(-1), 'status bar: 2 mails sent through 127.0.0.1');
		assert.equal(await send(...two), undefined);
		assert.match(takeCalls().at(-1) ?? '', /^warning: Nothing was sent: some of these comments were sent/);
		assert.equal(server.received.length, 2);
	});

	it('does not begin twice', async () => {
		const { server, send } = await open();
		const [first, second] = await Promise.all([send(...two), send(...two)]);
		assert.deepEqual([first, second].toSorted(), ['sent', undefined]);
		assert.equal(server.received.length, 2);
	});

	it('sends a mail without comments once, also at the same time and if the mail after it was refused', async () => {
		let isRefusing = false;
		const { server, send } = await open({
			onRcptTo: (_address, _session, callback) => callback(isRefusing ? refusal(550, 'No thanks') : null),
		});
		const trailer = aMail(1, { comments: [] });
		await Promise.all([send(trailer), send(trailer)]);
		assert.equal(server.received.length, 1);
		isRefusing = true;
		assert.equal(await send(trailer, aMail(2, { comments: ['c'] })), undefined);
		isRefusing = false;
		assert.equal(await send(trailer, aMail(2, { comments: ['c'] })), 'sent');
		assert.deepEqual(
			server.received.map(({ text }) => parseMail(text).subject),
			['Re: Mail 1', 'Re: Mail 2'],
		);
	});

	it('keeps the drafts of what was refused', async () => {
		const { send, stateOf } = await open({
			onRcptTo: (_address, _session, callback) => callback(refusal(550, 'No thanks')),
		});
		assert.equal(await send(...two), undefined);
		assert.deepEqual(['a', 'b', 'c'].map(stateOf), ['editing', 'editing', 'editing']);
		assert.match(
			takeCalls().at(-1) ?? '',
			/^error: “Re: Mail 1” was not sent\. .*Its comments are still drafts\.$/,
		);
	});
});
