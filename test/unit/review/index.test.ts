import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import type { PatchesFeature } from '../../../src/patches/index.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import { createReviewComments } from '../../../src/review/state/review-comments.ts';
import type { ReviewMails } from '../../../src/review/state/review-mails.ts';
import { demoLists } from '../../kit/forge/demo-lists.ts';
import { startMailServer } from '../../kit/mails/mail-server.ts';
import { skippableTime } from '../../kit/window/clock.ts';
import { takeCalls } from '../../kit/window/editor.ts';
import { memory } from '../../tools/memory.ts';
import { until } from '../../tools/until.ts';
import { aMail, withSender } from './commands/a-mail.ts';
import { setMailServer } from './commands/set-mail-server.ts';

const { Deactivation } = await import('../../../src/platform/editor/deactivation.ts');
const { reviewCommands } = await import('../../../src/review/command-table.ts');
const { ReviewFeature } = await import('../../../src/review/index.ts');

describe('The parts of reviews', () => {
	const forges = {
		...({ isTemporary: () => false } as Partial<AccountSource> as AccountSource),
		checkStorage: () => assert.fail(),
	};
	const { open, ending } = demoLists();

	it('know the comments that are not sent, when that changes, and after the account has signed out', async () => {
		const { lists, folder, log, statuses, signOut, caches } = await open();
		const lifetime = new Lifetime();
		ending(lifetime);
		const window = {
			lifetime,
			log,
			deactivation: new Deactivation(),
			context: { globalStorageUri: { fsPath: folder } },
		};
		const reviews = new ReviewFeature(window as object as ExtensionWindow, {
			patches: { lists: async () => lists, statuses } as Partial<PatchesFeature> as PatchesFeature,
			accounts: async () => ({ forges }),
			projects: async () => ({ emails: [] }),
		});
		const drafts = await reviews.drafts();
		let changes = 0;
		const listening = drafts.onDidChange(() => changes++);
		const comments = await reviews.comments();
		await comments.write({
			...{ id: 'a', revision: 1, writer: 'page', base: null, body: { text: 'Why?' } },
			account: { id: 'ana', name: '~ana', instance: 'forge.test' },
			key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1, lines: { kind: 'whole' } },
		});
		assert.deepEqual([drafts.all().length, changes > 0], [1, true]);
		listening.dispose();
		await comments.settled();
		signOut('ana');
		await caches.remove('ana');
		const next = createReviewComments(fileStorage(join(folder, 'reviews'), log), log);
		lifetime.add(next);
		await next.open();
		assert.deepEqual(
			next.editing.map(({ body }) => body.text),
			['Why?'],
		);
		assert.equal(drafts.all().length, 1);
		const before = changes;
		await comments.discard('a');
		assert.deepEqual([drafts.all().length, changes], [0, before]);
		assert.deepEqual((await reviews.mails()).entries, []);
		const { isVisible } = await reviews.changes();
		assert.equal(isVisible({ account: 'ana', owner: '~ana', list: 'editor-devel' }), false);
	});

	const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
	const answer = aMail(1, { to: '~ana/editor-devel@lists.test' });
	const from = { name: 'Ana', email: 'ana@example.org' };

	const time = skippableTime();

	/** Reviews of a user who can send mails. */
	async function startSending() {
		const { lists, folder, log, statuses } = await open({ names: ['ana'] });
		const lifetime = new Lifetime();
		const server = await startMailServer();
		setMailServer(server.port);
		ending(() => server.stop(), lifetime);
		const context = {
			...{ globalStorageUri: { fsPath: folder }, globalState: memory(), workspaceState: memory() },
			secrets: { get: async () => undefined },
		};
		const window = { lifetime, log, context, deactivation: new Deactivation(), secrets: new Secrets() };
		const reviews = new ReviewFeature(window as object as ExtensionWindow, {
			patches: {
				...{ lists: async () => lists, statuses },
				pagesAndCommands: async () => ({ pages: { active: undefined } }) as object,
				diffDocuments: async () => ({}),
			} as Partial<PatchesFeature> as PatchesFeature,
			accounts: async () => ({ forges }),
			projects: async () => ({ emails: [] }),
		});
		return { reviews, mails: await reviews.mails(), account: lists.of('ana') ?? assert.fail() };
	}

	it('say which mails were sent once a page of patches is open, before any command is run', async () => {
		const { reviews, mails } = await startSending();
		await reviews.onPages();
		takeCalls();
		await mails.send({ series, mails: [answer], from }, 0);
		await until(() => mails.entries.length === 0);
		assert.ok(takeCalls().includes('status bar: Mail sent: “Re: Mail 1”'));
	});

	it('say that mails were sent together in one message, also while another one waits', async () => {
		const { mails } = await startSending();
		await mails.send({ series, mails: [aMail(4)], from }, 60_000);
		takeCalls();
		await mails.send({ series, mails: [answer, aMail(2), aMail(3)], from }, 0);
		await until(() => mails.entries.length === 1);
		const told = takeCalls().filter((call) => /sent/.test(call));
		assert.deepEqual(told, ['status bar: 3 mails sent']);
	});

	for (const [which, leave, isTold] of [
		['are undone', async (mails: ReviewMails) => void (await mails.undo()), false],
		['wait until the user confirms them', async (_: ReviewMails) => time.skip(11 * 60_000), true],
	] as const)
		it(`say what was sent although the other mails ${which}`, async () => {
			const { mails } = await startSending();
			await mails.send({ series, mails: [answer, aMail(2)], from }, 3_600_000);
			if (isTold) await leave(mails);
			takeCalls();
			await mails.sendNow(mails.entries[0]?.id ?? '');
			await until(() => mails.entries.length === 1);
			const told = () => takeCalls().filter((call) => /sent/.test(call));
			if (!isTold) {
				assert.deepEqual(told(), [], 'the other one is sent soon');
				await leave(mails);
			}
			assert.deepEqual(told(), ['status bar: Mail sent: “Re: Mail 1”']);
		});

	it('are opened by the first command, such as one on a mail that has been sent since', async () => {
		const { reviews, mails } = await startSending();
		await mails.send({ series, mails: [answer], from }, 0);
		const [{ id: entry } = assert.fail()] = mails.entries;
		await until(() => mails.entries.length === 0);
		const commands = await reviews.commands();
		takeCalls();
		await reviewCommands['tildeforge.editMail'](commands, { entry });
		await commands.review.finishActive();
		assert.deepEqual(takeCalls(), [
			'status bar: This mail was already sent or discarded.',
			'status bar: Open a patchset first.',
		]);
	});

	it('remember a sender that the user has written, whichever window sends the mail', async () => {
		const { reviews, mails, account } = await startSending();
		const work = { name: 'Ana', email: 'ana@work.test' };
		await mails.send({ series, mails: [withSender(answer, work)], from }, 0);
		await until(() => mails.entries.length === 0);
		const senders = await reviews.senders();
		await until(async () => (await senders.find(account, series))?.email === work.email);
	});
});
