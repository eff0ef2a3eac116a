import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { StatusChanges } from '../../../../../src/patches/state/status/status-changes.ts';
import type { PatchsetKey } from '../../../../../src/platform/model/keys.ts';
import { allQuirks, type Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import type { Name } from '../../../../kit/window/demo-window.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';

const neverMs = 3_600_000;
const list = { owner: '~ana', list: 'editor-devel' };
const path = (patchset: number) => `/lists/editor-devel/patchsets/${patchset}`;

/** Windows on a forge of the demo world. The tests of a `describe` share it, so each uses its own patchset. */
function statusWindows(quirks: readonly Quirk[] = []) {
	const { open: openLists, forge } = demoLists(quirks);
	/** What another program of a user asks the forge. */
	const ask = async (user: string, patchset: number, status?: string): Promise<string> => {
		const { token = '' } = forge().users.find(({ name }) => name === user) ?? {};
		const answer = await fetch(`${forge().addresses.lists}/api/user/~ana${path(patchset)}`, {
			method: status === undefined ? 'GET' : 'PUT',
			headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
			...(status !== undefined && { body: JSON.stringify({ status }) }),
		});
		return ((await answer.json()) as { status: string }).status;
	};
	const open = async (name: Name = 'ana', folder?: string) => {
		const window = await openLists({ names: [name], ...(folder !== undefined && { folder }) });
		const cache = await window.cache(name, list.list);
		await cache.refresh();
		const statuses = await window.statuses();
		window.forget();
		const isSent = () => statuses.outbox.entries.length === 0;
		const [connection] = window.connections;
		if (!connection) return assert.fail();
		return {
			...{ ...window, cache, statuses, connection },
			key: (patchset: number): PatchsetKey => ({ account: name, ...list, patchset }),
			states: () => statuses.outbox.entries.map(({ state }) => state),
			sent: () => until(isSent, { what: 'everything was sent' }),
			/** An attempt may still be ending when its entries wait already. */
			sentAfter: (answer: () => void) =>
				until(
					() => {
						answer();
						return isSent();
					},
					{ what: 'everything was sent' },
				),
		};
	};
	/** The statuses of a window to which the forge answers with this patchset. */
	const answering = async (
		{ lists, folder, log, seen }: Omit<Awaited<ReturnType<typeof openLists>>, 'cache' | 'statuses'>,
		patchset: Patchset,
	) => {
		const of = (id: string) => {
			const account = lists.of(id);
			return account && { ...account, client: { ...account.client, updatePatchset: async () => patchset } };
		};
		return StatusChanges.open({
			lists: { of, accounts: lists.accounts, onDidChange: lists.onDidChange },
			...{ forges: { isTemporary: () => false, seen }, folder, log },
		});
	};
	return { open, openLists, ask, answering };
}

for (const quirks of [[], allQuirks]) {
	describe(`The status of a patchset${quirks.length > 0 ? ' of a server that deviates from the contract' : ''}`, () => {
		const { open, ask } = statusWindows(quirks);

		it('is pending at once, sent by one PUT, and then what the server answered', async () => {
			const { statuses, key, sent, cache, asked, connection } = await open();
			await statuses.setStatus(await statuses.shownOf([key(14)]), 'needs_revision', neverMs);
			await statuses.setStatus(await statuses.shownOf([key(14)]), 'approved', neverMs);
			assert.equal(statuses.waitingStatusOf(key(14)), 'approved');
			assert.deepEqual([cache.patchset(14)?.status, asked()], ['proposed', []]);
			await statuses.outbox.sendNow(...statuses.outbox.entries.map(({ id }) => id));
			await sent();
			assert.deepEqual([asked(), connection.changes], [[path(14), path(14)], [`PUT ${path(14)}`]]);
			assert.equal(statuses.waitingStatusOf(key(14)), undefined);
			assert.deepEqual([cache.patchset(14)?.status, await ask('~ana', 14)], ['approved', 'approved']);
		});

		it('waits while its account is signed out, and is sent when it signs in again', async () => {
			const { statuses, key, states, sent, signOut } = await open();
			await statuses.setStatus(await statuses.shownOf([key(7)]), 'rejected', neverMs);
			const signIn = signOut('ana');
			await statuses.outbox.sendNow(...statuses.outbox.entries.map(({ id }) => id));
			await until(() => states()[0]?.kind === 'waiting');
			signIn();
			await sent();
			assert.equal(await ask('~ana', 7), 'rejected');
		});

		it('is not requested if the patchset has it by then', async () => {
			const { statuses, key, sent, connection, cache } = await open();
			await ask('~ana', 11, 'applied');
			await statuses.setStatus(await statuses.shownOf([key(11)]), 'applied', 0);
			await sent();
			assert.deepEqual([connection.changes, cache.patchset(11)?.status], [[], 'applied']);
		});

		it('is a conflict if another user has changed it meanwhile, until the user has seen that and insists', async () => {
			const { statuses, key, states, sent, connection, cache } = await open();
			await statuses.setStatus(await statuses.shownOf([key(10)]), 'rejected', neverMs);
			await ask('~ana', 10, 'superseded');
			const [entry] = statuses.outbox.entries;
			await statuses.outbox.sendNow(entry?.id ?? '');
			await until(() => states()[0]?.kind === 'conflict');
			assert.deepEqual(states(), [{ kind: 'conflict', theirs: 'Superseded' }]);
			assert.deepEqual([connection.changes, cache.patchset(10)?.status], [[], 'superseded']);
			await ask('~ana', 10, 'applied');
			await statuses.outbox.sendNow(entry?.id ?? '');
			await until(() => isDeepStrictEqual(states(), [{ kind: 'conflict', theirs: 'Applied' }]));
			assert.deepEqual(connection.changes, []);
			await statuses.outbox.sendNow(entry?.id ?? '');
			await sent();
			assert.equal(await ask('~ana', 10), 'rejected');
		});

		it('is refused to a user who may not set it, who is not signed out and told who may', async () => {
			const { statuses, key, states } = await open('bob');
			const signal = new AbortController().signal;
			assert.equal(statuses.canChange(key(9)), true);
			await statuses.setStatus(await statuses.shownOf([key(9)]), 'applied', 0);
			await until(() => states()[0]?.kind === 'refused');
			const reason = 'Only ~ana, the owner of the list, and its moderators may change the status.';
			assert.deepEqual(states(), [{ kind: 'refused', reason, mayBeDone: false }]);
			assert.equal(statuses.canChange(key(9)), false);
			await statuses.readPermissions(key(9), signal);
			assert.equal(statuses.canChange(key(9)), false);
		});
	});
}

describe('Setting the status of patchsets', () => {
	const { open, ask } = statusWindows();

	it('asks the forge before it sends again what it may have made', async () => {
		const { statuses, key, sent, connection } = await open();
		connection.line.lost = /^PUT/;
		await statuses.setStatus(await statuses.shownOf([key(12)]), 'approved', 0);
		await sent();
		assert.deepEqual(connection.changes, [`PUT ${path(12)}`]);
		assert.equal(await ask('~ana', 12), 'approved');
	});

	it('asks the forge later if it could not ask at once', async () => {
		const { statuses, key, states, sentAfter, connection, answer } = await open();
		connection.line.held = /^PUT/;
		await statuses.setStatus(await statuses.shownOf([key(11)]), 'approved', 0);
		await until(() => connection.line.waiting.length === 1, { what: 'the PUT is being sent' });
		connection.line.lost = /./;
		connection.release();
		await until(() => states()[0]?.kind === 'waiting');
		assert.equal(await ask('~ana', 11), 'approved');
		connection.line.lost = undefined;
		await sentAfter(answer);
		assert.deepEqual(connection.changes, [`PUT ${path(11)}`]);
	});

	it('says that a patchset does not exist', async () => {
		const { statuses, key, states } = await open();
		await statuses.setStatus(await statuses.shownOf([key(4711)]), 'approved', 0);
		await until(() => states()[0]?.kind === 'refused');
		assert.deepEqual(states()[0], {
			...{ kind: 'refused', mayBeDone: false },
			reason: "Not found, or you don't have access.",
		});
	});
});

describe('Who may set the status of patchsets', () => {
	const { open, openLists, answering } = statusWindows();
	const { signal } = new AbortController();
	const time = skippableTime();

	const other = { account: 'bob', owner: '~ana', list: 'editor-announce' };

	it('is known from the details of the list, which are read once, even for other windows', async () => {
		const { statuses, key, asked, folder, cache } = await open('bob');
		await statuses.readPermissions(key(8), signal);
		assert.deepEqual([asked(), statuses.canChange(key(8))], [[], false]);
		assert.equal(statuses.canChange(other), true);
		await statuses.readPermissions(other, signal);
		assert.deepEqual([asked(), statuses.canChange(other)], [['/lists/editor-announce'], false]);
		await cache.settled();
		const second = await open('bob', folder);
		await second.statuses.readPermissions(other, signal);
		assert.deepEqual([second.asked(), second.statuses.canChange(other)], [[], false]);
	});

	it('is learned from old details of the list without a request, and asked again by a command', async () => {
		const { statuses: openStatuses, ...window } = await openLists({ names: ['bob'] });
		const cache = await window.cache('bob', list.list);
		await cache.refresh();
		window.forget();
		time.skip(6 * 60_000);
		const statuses = await openStatuses();
		const key = { account: 'bob', ...list };
		await statuses.learnPermissions(key);
		assert.deepEqual([window.asked(), statuses.canChange(key)], [[], false]);
		for (const asked of [['/lists/editor-devel'], ['/lists/editor-devel']]) {
			await statuses.readPermissions(key, signal);
			assert.deepEqual([window.asked(), statuses.canChange(key)], [asked, false]);
		}
		await statuses.learnPermissions({ ...key, list: 'editor-announce' });
		assert.equal(window.asked().length, 1);
	});

	it('needs no request for the owner, and is unknown if the forge does not answer', async () => {
		const owner = await open();
		await owner.statuses.readPermissions(owner.key(8), signal);
		assert.deepEqual(owner.asked(), []);
		const { statuses, connection } = await open('bob');
		connection.line.isCut = true;
		await statuses.readPermissions(other, signal);
		assert.equal(statuses.canChange(other), true);
	});

	it('is what the forge has let the user do, whatever the details of the list say', async () => {
		const window = await open('bob');
		const { cache, key } = window;
		const patchset = cache.patchset(8) ?? assert.fail();
		const statuses = await answering(window, { ...patchset, status: 'approved' });
		await statuses.setStatus(await statuses.shownOf([key(8)]), 'approved', 0);
		await until(() => statuses.outbox.entries.length === 0);
		await statuses.readPermissions(key(8), signal);
		assert.equal(statuses.canChange(key(8)), true);
		statuses.dispose();
	});
});

describe('A status that the user has set', () => {
	const { open, answering } = statusWindows();

	it('is known as theirs in all windows, unlike an equal one that another user sets later', async () => {
		const { statuses, key, sent, cache, folder } = await open();
		const other = await open('ana', folder);
		await statuses.setStatus(await statuses.shownOf([key(14)]), 'approved', 0);
		await sent();
		await until(() => other.statuses.outbox.entries.length === 0);
		await other.statuses.readOwn('ana');
		const patchset = cache.patchset(14) ?? assert.fail();
		const laterBy = (ms: number) => new Date(Date.parse(patchset.updated) + ms).toISOString();
		for (const window of [statuses, other.statuses]) {
			const isOwn = (more: Partial<typeof patchset>, number = 14) =>
				window.isOwn(key(number), { ...patchset, ...more });
			assert.deepEqual([isOwn({}), isOwn({ updated: laterBy(1000) })], [true, true]);
			assert.deepEqual([isOwn({ updated: laterBy(2000) }), isOwn({ updated: '' })], [false, true]);
			assert.deepEqual([isOwn({ status: 'rejected' }), isOwn({}, 8)], [false, false]);
		}
	});

	it('is known as theirs if the forge does not say when that was', async () => {
		const window = await open();
		const { cache, key } = window;
		const patchset = { ...(cache.patchset(12) ?? assert.fail()), status: 'approved' as const, updated: '' };
		const statuses = await answering(window, patchset);
		await statuses.setStatus(await statuses.shownOf([key(12)]), 'approved', 0);
		await until(() => statuses.outbox.entries.length === 0);
		assert.equal(statuses.isOwn(key(12), patchset), true);
		assert.equal(statuses.isOwn(key(12), { ...patchset, updated: new Date().toISOString() }), true);
		statuses.dispose();
	});

	it('counts as sent if the disk is too full to remember that it is theirs', async () => {
		const { statuses, key, sent, lines } = await open();
		const makeRoom = failing('open', 'ENOSPC', { path: /seen/ });
		await statuses.setStatus(await statuses.shownOf([key(8)]), 'approved', 0);
		await sent();
		makeRoom();
		assert.match(lines.map(({ line }) => line).join('\n'), /A status that was set could not be stored/);
	});
});

describe('Setting the status of a patchset with a token that may only read', () => {
	const { open } = statusWindows(['patches-write']);

	it('says which permission is missing, and does not take the user for someone who may not', async () => {
		const { statuses, key, states } = await open('dave');
		await statuses.setStatus(await statuses.shownOf([key(14)]), 'approved', 0);
		await until(() => states()[0]?.kind === 'refused');
		const reason = 'The token is missing the permission patches:write. Sign in with a token that has it.';
		const missing = { scopes: ['patches:write'] };
		assert.deepEqual(states(), [{ kind: 'refused', reason, mayBeDone: false, missing }]);
		assert.equal(statuses.canChange(key(14)), true);
	});
});

describe('A status that another window has sent', () => {
	const { open } = demoLists();

	it('is shown without a request', async () => {
		const key = { account: 'ana', ...list, patchset: 14 };
		const one = await open();
		const first = await one.cache('ana', list.list);
		await first.refresh();
		await first.settled();
		const other = await open({ folder: one.folder });
		const shown = await other.cache('ana', list.list);
		assert.equal(shown.patchset(14)?.status, 'proposed');
		const [statuses] = [await one.statuses(), await other.statuses()];
		other.forget();
		await statuses.setStatus(await statuses.shownOf([key]), 'approved', 0);
		await until(() => shown.patchset(14)?.status === 'approved', { what: 'the other window shows it' });
		assert.deepEqual(other.asked(), []);
	});
});
