import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { SentThread } from '../../../../src/patches/state/series/sent-threads.ts';
import { SentByMe } from '../../../../src/patches/view/sent-by-me.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { draftsOf } from '../../../../src/review/state/outbox-mail.ts';
import type { ReviewComment } from '../../../../src/review/state/review-comments.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { noDrafts } from '../../../kit/pages/no-mails.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import type { Name } from '../../../kit/window/demo-window.ts';
import { below, named, texts } from '../../../kit/window/drawn-view.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoLists>['open']>>;

/** Shows the row of an account, until the test ends. */
function shownMine() {
	const ending = endings();
	const clock = skippableTime();
	return async (window: Window, name: Name, time = '2026-02-16T17:00:00Z', drafts = noDrafts) => {
		const lifetime = new Lifetime();
		ending(lifetime);
		const account = window.lists.of(name) ?? assert.fail();
		const { seen } = window.lists;
		const statuses = await window.statuses();
		clock.goTo(Date.parse(time));
		const shown = { isVisible: false };
		const isVisible = () => shown.isVisible;
		const describeUsers = async (names: readonly string[]) => names.join();
		const mine = new SentByMe({ account, lifetime, statuses, seen, drafts, describeUsers, isVisible });
		const row = () => mine.row({ id: 'mine', failures: () => [], didOpen: () => {} });
		return {
			mine,
			shown,
			account,
			seen,
			statuses,
			row,
			rows: async (): Promise<readonly Row[]> => (await row().children?.()) ?? [],
		};
	};
}

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`What the user has sent to ${kind}`, () => {
		const { open } = demoLists(quirks);
		const showMine = shownMine();

		it('is shown with its status, list and version, older versions folded, also without a connection', async () => {
			const window = await open({ names: ['carol'] });
			const { mine, account, rows } = await showMine(window, 'carol');
			await mine.open();
			assert.deepEqual(texts(await rows()), [['Loading patches…', undefined]]);
			await mine.refresh();
			const all = await rows();
			const wrap = named(all, 'Wrap long lines');
			assert.match(wrap.description ?? '', /^v3 · 3 patches · \w+( status)? · ~ana\/editor-devel · \d+d/);
			assert.match(wrap.spokenLabel ?? '', /, in ~ana\/editor-devel, \d+ days ago/);
			assert.equal(named(await below(all, 'Wrap long lines'), 'Older versions').description, 'v2, v1');
			await until(async () => {
				const again = await open({ names: ['carol'], folder: window.folder });
				again.cut(true);
				const offline = await showMine(again, 'carol');
				await offline.mine.open();
				return (await offline.rows()).some(({ label }) => label === 'Wrap long lines');
			});
			assert.equal(account.sent.lastError, undefined);
		});

		it('has the mails that are not on their list a while after they were sent', async () => {
			const window = await open({ names: ['carol'] });
			const cache = await window.cache('carol', 'editor-devel');
			await cache.refresh();
			const [known = assert.fail()] = cache.mails.values();
			const now = Date.parse('2026-02-16T17:00:00Z');
			const sentIn = (messageId: string, ageMs: number) =>
				({
					...{ id: messageId, body: { text: 'Looks good.', sentIn: messageId }, saved: now - ageMs },
					key: {
						account: 'carol',
						owner: '~ana',
						list: 'editor-devel',
						mail: known.id,
						lines: { kind: 'whole' },
					},
				}) as ReviewComment;
			const sent = [
				sentIn('<sent-lately@x>', 300_000),
				sentIn('<held@x>', 3_600_000),
				{
					...sentIn('<held@x>', 3_600_000),
					...{ id: 'second', body: { text: '', sentIn: '<held@x>', mail: {} } },
				},
				sentIn('<not-kept@x>', 3_600_000),
				sentIn('<just-sent@x>', 1000),
				sentIn(known.messageId, 3_600_000),
			];
			const drafts = async () => ({ ...(await noDrafts()), sent: () => sent });
			const { rows } = await showMine(window, 'carol', new Date(now).toISOString(), drafts);
			const group = named(await rows(), 'Not on the List Yet');
			assert.equal(group.description, '3');
			const [row, ...others] = (await group.children?.()) ?? [];
			assert.deepEqual(others, []);
			assert.match(row?.description ?? '', /^3 mails · ~ana\/editor-devel · sent today /);
			for (const one of [group, row]) {
				assert.equal(one?.context, 'late mails');
				assert.deepEqual(one?.about?.late, ['<held@x>']);
				assert.ok(one?.asOfNow, 'it gets its menu when the mail is late');
			}
		});

		it('looks on the list for mails that are not there as far as is known, while the rows are displayed', async () => {
			const window = await open({ names: ['carol', 'bob'] });
			const ofOther = await window.cache('bob', 'editor-devel');
			await ofOther.refresh();
			const [known = assert.fail()] = ofOther.mails.values();
			const now = Date.parse('2026-02-16T17:00:00Z');
			const lines = { kind: 'whole' } as const;
			const sent = {
				...{ id: 'c', body: { text: 'Looks good.', sentIn: known.messageId }, saved: now - 3_600_000 },
				key: { account: 'carol', owner: '~ana', list: 'editor-devel', mail: known.id, lines },
			} as ReviewComment;
			const drafts = async () => ({ ...(await noDrafts()), sent: () => [sent] });
			const { rows, shown } = await showMine(window, 'carol', new Date(now).toISOString(), drafts);
			window.forget();
			named(await rows(), 'Not on the List Yet');
			assert.deepEqual(window.asked(), [], 'the rows are hidden');
			shown.isVisible = true;
			await until(async () => !(await rows()).some(({ label }) => label === 'Not on the List Yet'));
			assert.ok(window.asked().some((url) => /editor-devel\/posts/.test(url)));
		});

		it('has the comments that are not sent, by series', async () => {
			const window = await open({ names: ['carol'] });
			const cache = await window.cache('carol', 'editor-devel');
			await cache.refresh();
			const patches = [...cache.mails.values()].filter(({ patchset }) => patchset?.id === 12);
			const [first, second] = patches;
			const other = [...cache.mails.values()].find(({ patchset }) => patchset === null);
			const { comments, mails } = await window.reviewMails(() => assert.fail('Nothing is sent'));
			const write = (id: string, mail: number, account = 'carol') =>
				comments.write({
					...{ id, revision: 1, writer: 'page', base: null, body: { text: `Text of ${id}` } },
					account: { id: account, name: `~${account}`, instance: 'forge.test' },
					key: { account, owner: '~ana', list: 'editor-devel', mail, lines: { kind: 'whole' } },
				});
			await write('a', first?.id ?? 0);
			await write('b', second?.id ?? 0);
			await write('c', other?.id ?? 0);
			await write('d', 999_999);
			await write('e', first?.id ?? 0, 'bob');
			const drafts = async () => ({
				all: () => draftsOf(comments, mails),
				sent: () => [],
				onDidChange: comments.onDidChange,
			});
			const { rows, mine } = await showMine(window, 'carol', undefined, drafts);
			let changes = 0;
			mine.onDidChange(() => changes++);
			const all = await rows();
			assert.equal(named(all, 'Drafts').description, '4');
			const below = (await named(all, 'Drafts').children?.()) ?? [];
			assert.deepEqual(
				below.map(({ label, description }) => [label, description?.split(' · ')[0]]).toSorted(),
				[
					['Mail in ~ana/editor-devel', '1 comment'],
					[other?.thread ? cache.mails.get(other.thread)?.subject : other?.subject, '1 comment'],
					[first?.thread ? cache.mails.get(first.thread)?.subject : first?.subject, '2 comments'],
				].toSorted(),
			);
			const ofSeries = below.find(({ description }) => description?.startsWith('2'));
			assert.deepEqual(ofSeries?.about, {
				kind: 'patch',
				series: { account: 'carol', owner: '~ana', list: 'editor-devel', patchset: 12 },
				...{ mail: second?.id, message: '' },
			});
			await comments.discard('c');
			await until(() => changes > 0);
			assert.equal(named(await rows(), 'Drafts').description, '3');
		});

		it('has the replies of others once the list was read', async () => {
			const window = await open({ names: ['carol'] });
			const { mine, rows } = await showMine(window, 'carol');
			let changes = 0;
			mine.onDidChange(() => changes++);
			await mine.refresh();
			await rows();
			const before = changes;
			const cache = await window.cache('carol', 'editor-devel');
			await cache.refresh();
			await until(() => changes > before);
			assert.match(named(await rows(), 'Wrap long lines').description ?? '', /9 replies$/);
		});

		it('has the replies of others although no list was read, while the rows are displayed', async () => {
			const window = await open({ names: ['carol'] });
			const { mine, shown, rows } = await showMine(window, 'carol');
			let changes = 0;
			mine.onDidChange(() => changes++);
			window.forget();
			await mine.refresh();
			await rows();
			assert.ok(
				window.asked().every((path) => path === '/emails'),
				window.asked().join(),
			);
			shown.isVisible = true;
			const before = changes;
			await mine.refresh();
			assert.ok(changes > before, 'the rows are requested again');
			await until(async () =>
				/ · [^·]+ · \d+d · 9 replies$/.test(named(await rows(), 'Wrap long lines').description ?? ''),
			);
			assert.ok(
				window.asked().every((path) => /^\/(emails|thread)/.test(path)),
				window.asked().join(),
			);
			assert.equal((await rows()).filter(({ label }) => label === 'Wrap long lines').length, 1);
		});
	});
}

describe('What the user has sent', () => {
	const { open } = demoLists();
	const showMine = shownMine();

	it('has what is closed in one folded row below the rest', async () => {
		const window = await open({ names: ['bob'] });
		const { mine, rows } = await showMine(window, 'bob');
		await mine.refresh();
		const closed = named(await rows(), 'Closed');
		assert.equal(closed.isOpen, undefined);
		const all = (await closed?.children?.()) ?? [];
		assert.equal(closed?.description, `${all.length}`);
		assert.ok(
			all.length > 0 &&
				all.every(({ description }) => / · (Applied|Rejected|Superseded) · /.test(` · ${description}`)),
		);
	});

	it('asks for replies to what was closed lately', async () => {
		const window = await open({ names: ['bob'] });
		const countAsked = async (time: string) => {
			const { mine, account, rows } = await showMine(window, 'bob', time);
			await mine.refresh();
			let threads: readonly SentThread[] = [];
			Object.assign(account.replyChecks, {
				check: async (all: readonly SentThread[]) => {
					threads = all;
				},
			});
			await rows();
			return threads.length;
		};
		// The forge has closed the only one on 5 October 2025.
		const soon = await countAsked('2025-10-15T00:00:00Z');
		const later = await countAsked('2025-10-25T00:00:00Z');
		assert.equal(soon, later + 1);
	});

	it('shows a status that is not on the forge yet, marked as unsent, until it is undone', async () => {
		const window = await open({ names: ['carol'] });
		const { mine, statuses, rows } = await showMine(window, 'carol');
		await mine.refresh();
		const before = named(await rows(), 'Wrap long lines').description;
		let changes = 0;
		mine.onDidChange(() => changes++);
		const key = { account: 'carol', owner: '~ana', list: 'editor-devel', patchset: 12 };
		await statuses.setStatus(await statuses.shownOf([key]), 'approved', 3_600_000);
		assert.ok(changes > 0);
		assert.match(named(await rows(), 'Wrap long lines').description ?? '', / · Approved \(unsent\) · /);
		await statuses.outbox.undo();
		assert.equal(named(await rows(), 'Wrap long lines').description, before);
	});

	it('has the discussions that the user has begun, with the answers of others, in a row at the end', async () => {
		const window = await open({ names: ['ana'] });
		await (await window.cache('ana', 'editor-devel')).refresh();
		const { mine, rows } = await showMine(window, 'ana');
		await mine.refresh();
		const [last] = (await rows()).slice(-1);
		assert.equal(last?.label, 'Discussions');
		assert.equal(last?.tooltip, 'Threads you started in any mailing list');
		const discussions = (await last?.children?.()) ?? [];
		const row = named(discussions, 'What the editor is not');
		assert.match(row.description ?? '', /^~ana\/editor-devel · \d+mo? · 39 replies$/);
		assert.match(row.spokenLabel ?? '', /^What the editor is not, in ~ana\/editor-devel, /);
		assert.equal(last?.description, `${discussions.length}`);
	});

	it('has a dot where others have sent mails since the user last looked at the list', async () => {
		const window = await open({ names: ['carol'] });
		const cache = await window.cache('carol', 'editor-devel');
		await cache.refresh();
		const { mine, seen, rows } = await showMine(window, 'carol');
		await mine.refresh();
		assert.equal(named(await rows(), 'Wrap long lines').badge, undefined);
		let changes = 0;
		mine.onDidChange(() => changes++);
		seen.begin(cache.key, []);
		assert.ok(changes > 0);
		assert.equal(named(await rows(), 'Wrap long lines').badge?.letters, '●');
	});

	it('has a dot for replies that arrived after the first look, in lists that the user does not look at', async () => {
		const firstLook = async (time: string) => {
			const window = await open({ names: ['carol'] });
			const { mine, shown, seen, rows } = await showMine(window, 'carol', time);
			shown.isVisible = true;
			await mine.refresh();
			const wrap = async () => named(await rows(), 'Wrap long lines');
			await until(async () => /replies(, \d+ new)?$/.test((await wrap()).description ?? ''));
			const { threads } = await window.cache('carol', 'editor-devel');
			return { seen, threads, badge: async () => (await wrap()).badge?.letters };
		};
		const late = await firstLook('2026-02-16T17:00:00Z');
		assert.equal(await late.badge(), undefined);
		const { badge, seen, threads } = await firstLook('2026-02-01T00:00:00Z');
		assert.equal(await badge(), '●');
		seen.see({ account: 'carol', owner: '~ana', list: 'editor-devel', patchset: 12 }, threads.series);
		assert.equal(await badge(), undefined);
	});

	it('has the series of others that they have reviewed, and what waits for them', async () => {
		const window = await open({ names: ['bob'] });
		await (await window.cache('bob', 'editor-devel')).refresh();
		const { mine, rows } = await showMine(window, 'bob');
		await mine.refresh();
		const all = await rows();
		const reviewed = named(await below(all, 'Reviewed by Me'), 'Wrap long lines');
		assert.match(reviewed.description ?? '', / · Carol[^·]* · ~ana\/editor-devel · /);
		assert.equal(named(all, 'Reviewed by Me').description, `${(await below(all, 'Reviewed by Me')).length}`);
		assert.equal(all.filter(({ label }) => label === 'Wrap long lines').length, 0);
	});

	it('has reviewed series although no list was read, while the rows are displayed', async () => {
		const window = await open({ names: ['bob'] });
		const { mine, shown, rows } = await showMine(window, 'bob');
		await mine.refresh();
		const labels = async () => (await rows()).map(({ label }) => label);
		assert.ok(!(await labels()).includes('Reviewed by Me'));
		shown.isVisible = true;
		window.forget();
		await rows();
		await until(async () => (await labels()).includes('Reviewed by Me'));
		assert.ok(
			window.asked().every((path) => /^\/(emails|thread)\//.test(path)),
			window.asked().join(),
		);
	});

	it('has reviewed series also if the user has sent nothing but replies', async () => {
		const window = await open({ names: ['bob'] });
		const { mine, shown, account, rows } = await showMine(window, 'bob');
		const { emails } = account.client;
		Object.assign(account.client, {
			async *emails(...args: Parameters<typeof emails>) {
				for await (const page of emails.apply(account.client, args))
					yield { ...page, rows: page.rows.filter(({ subject }) => subject.startsWith('Re: ')) };
			},
		});
		shown.isVisible = true;
		await mine.refresh();
		assert.deepEqual(texts(await rows()), [['Your latest mails are replies, not patches', undefined]]);
		await until(async () => (await rows()).some(({ label }) => label === 'Reviewed by Me'));
	});

	it('says how many mails are new, in all threads and in each', async () => {
		const window = await open({ names: ['carol'] });
		const cache = await window.cache('carol', 'editor-devel');
		await cache.refresh();
		const { mine, seen, row, rows } = await showMine(window, 'carol');
		await mine.refresh();
		assert.equal(row().description, undefined, 'Nothing is known before the first look');
		await rows();
		seen.begin(cache.key, []);
		const wrap = named(await rows(), 'Wrap long lines');
		const [, count] = / · 9 replies, (\d+) new$/.exec(wrap.description ?? '') ?? [];
		assert.ok(Number(count) > 0, wrap.description);
		assert.match(row().description ?? '', /^\d+ new$/);
		assert.ok(Number.parseInt(row().description ?? '', 10) >= Number(count));
		assert.match(named(await rows(), 'Waiting for Me').description ?? '', /^\d+ · \d+ new$/);
		const waiting = await below(await rows(), 'Waiting for Me');
		assert.ok(named(waiting, 'Wrap long lines'));
	});

	it('is empty if they have sent no patches', async () => {
		const window = await open({ names: ['ana'] });
		const { mine, account, rows } = await showMine(window, 'ana');
		Object.assign(account.client, {
			async *emails() {
				yield { rows: [], total: 0, isLast: true };
			},
		});
		await mine.refresh();
		assert.deepEqual(texts(await rows()), [['No patches sent yet', undefined]]);
	});

	it('is not requested without the permission, which is offered', async () => {
		const window = await open({ names: ['carol'] });
		const account = window.lists.of('carol') ?? assert.fail();
		Object.assign(account, { session: { ...account.session, scopes: ['lists:read', 'patches:read'] } });
		const { mine, rows } = await showMine(window, 'carol');
		window.forget();
		await mine.refresh();
		assert.deepEqual(window.asked(), []);
		assert.deepEqual(
			(await rows()).map(({ label, command }) => [label, command?.id]),
			[['Missing permission: emails:read', 'tildeforge.grant']],
		);
	});

	it('says only why it could not be read', async () => {
		const window = await open({ names: ['carol'] });
		const { mine, rows } = await showMine(window, 'carol');
		window.cut(true);
		await mine.refresh();
		assert.equal(mine.lastError?.kind, 'offline');
		assert.deepEqual(await rows(), []);
	});
});
