import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { MyThreadIndex } from '../../../../../src/patches/state/series/my-thread-index.ts';
import { ReplyChecks } from '../../../../../src/patches/state/series/reply-checks.ts';
import { sentThreads } from '../../../../../src/patches/state/series/sent-threads.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { sendMails } from '../../../../ui/patches-mails.ts';

const minuteMs = 60_000;

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`The check for replies on ${kind}`, () => {
		const { open, forge } = demoLists(quirks);
		const time = skippableTime();

		async function openMine() {
			const window = await open({ names: ['carol'] });
			const account = window.lists.of('carol') ?? assert.fail();
			await account.sent.refresh();
			const cache = await window.cache('carol', 'editor-devel');
			const storage = fileStorage(`${window.folder}/checks`, window.log);
			const create = (client = account.client) =>
				new ReplyChecks(client, account.series.mails, {
					cache: storage,
					log: window.log,
				});
			const threads = () => {
				const { items, revision } = account.sent;
				const mine = new MyThreadIndex().of(items, revision, () => cache.threads);
				const ofEditor = sentThreads(mine, items, ({ name }) =>
					name === 'editor-devel' ? cache : undefined,
				);
				return ofEditor.filter(({ root }) => root === 106);
			};
			const ask = async (checks: ReplyChecks, isShown = () => true) => {
				window.forget();
				await checks.check(threads(), isShown);
				return window.asked();
			};
			const wrapped = () =>
				cache.threads.series.filter(({ chain: { title } }) => title === 'Wrap long lines');
			return { window, cache, create, ask, wrapped, pass: time.skip };
		}

		it('reads a thread only if it has replies that are not known, and at most every ten minutes', async () => {
			const { create, ask, wrapped, pass } = await openMine();
			const checks = create();
			assert.deepEqual(await ask(checks), ['/emails/106', '/thread/106']);
			const [series, ...others] = wrapped();
			assert.deepEqual([series?.replies, series?.chain.versions.length, others], [3, 3, []]);
			assert.equal(series?.trailers.length, 1);
			assert.deepEqual(await ask(checks), []);
			pass(9 * minuteMs);
			assert.deepEqual(await ask(create()), [], 'also after a restart');
			pass(2 * minuteMs);
			assert.deepEqual(await ask(checks), ['/emails/106']);
			const answers = wrapped()[0]?.newest.cover?.messageId.slice(1, -1) ?? assert.fail();
			await sendMails(forge(), [{ id: 'thanks@example.org', subject: 'Re: wrap', body: 'Thanks.', answers }]);
			pass(11 * minuteMs);
			assert.deepEqual(await ask(checks), ['/emails/106', '/thread/106']);
			assert.equal(wrapped()[0]?.replies, 4);
		});

		it('has the first replies of a thread that is too long for the forge, and asks again ten minutes later', async () => {
			const { window, create, ask, pass, wrapped } = await openMine();
			const { client } = window.lists.of('carol') ?? assert.fail();
			const thread: typeof client.thread = async function* (...request) {
				for await (const page of client.thread(...request)) yield { ...page, isLast: false };
				throw new ForgeError('surprise', 'Too slow.');
			};
			const checks = create({ ...client, thread });
			assert.deepEqual(await ask(checks), ['/emails/106', '/thread/106']);
			assert.equal(wrapped()[0]?.trailers.length, 1);
			assert.deepEqual(await ask(checks), []);
			pass(11 * minuteMs);
			assert.deepEqual(await ask(checks), ['/emails/106']);
		});

		for (const [what, aheadMs] of [
			['a restart', 0],
			['the clock was set back', 61 * 24 * 60 * minuteMs],
		] as const) {
			it(`asks about the first threads each time and about the others in turn, also after ${what}`, async () => {
				const { window, cache, create, pass } = await openMine();
				const threads = Array.from({ length: 30 }, (_, at) => ({ list: cache, root: 9001 + at, sent: [] }));
				const askedBy = async (checks: ReplyChecks) => {
					window.forget();
					await checks.check(threads, () => true);
					const roots = window.asked().map((path) => Number(path.replace('/emails/', '')) - 9000);
					return roots.toSorted((one, other) => one - other);
				};
				const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
				pass(aheadMs);
				for (let turn = 0; turn < 3 && aheadMs > 0; turn++) {
					await askedBy(create());
					pass(11 * minuteMs);
				}
				pass(aheadMs > 0 ? -aheadMs - 33 * minuteMs : 0);
				const checks = create();
				assert.deepEqual(await askedBy(checks), from(1, 20));
				assert.deepEqual([await askedBy(checks), checks.isDue(threads)], [[], false]);
				pass(11 * minuteMs);
				assert.deepEqual(await askedBy(checks), [...from(1, 15), ...from(21, 5)]);
				pass(11 * minuteMs);
				const again = create();
				assert.deepEqual(await askedBy(again), [...from(1, 15), ...from(26, 5)]);
				pass(11 * minuteMs);
				assert.deepEqual(await askedBy(again), from(1, 20));
			});
		}

		it('keeps to its interval even if the clock was set back after the user asked', async () => {
			const { create, ask, pass } = await openMine();
			const checks = create();
			checks.askAgain();
			pass(-61 * minuteMs);
			await ask(checks);
			pass(2 * minuteMs);
			assert.deepEqual(await ask(checks), []);
		});

		it('tries again at growing intervals if the forge could not be reached or when the user asks, and later if it refused', async () => {
			const { window, create, ask, pass } = await openMine();
			const checks = create();
			for (const line of window.connections.map((one) => one.line))
				line.edit = () => ({ status: 503, text: '' });
			const asks = async (ms: number) => {
				pass(ms);
				return (await ask(checks)).length > 0;
			};
			assert.deepEqual(
				[await asks(0), await asks(0), await asks(14_000), await asks(1000)],
				[true, false, false, true],
			);
			assert.deepEqual([await asks(16_000), await asks(14_000)], [false, true]);
			pass(60_000);
			await ask(checks, () => false);
			assert.deepEqual([await asks(0), await asks(60_000)], [true, false], 'the hidden check was no answer');
			checks.askAgain();
			assert.equal(await asks(0), true);
			pass(16_000);
			for (const { line } of window.connections)
				line.edit = () => {
					pass(1);
					checks.askAgain();
					return { status: 503, text: '' };
				};
			await ask(checks);
			for (const { line } of window.connections) line.edit = () => ({ status: 404, text: '{}' });
			assert.deepEqual(await ask(checks), ['/emails/106']);
			assert.deepEqual(await ask(checks), []);
		});
	});
}
