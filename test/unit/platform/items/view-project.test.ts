import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { ItemArea } from '../../../../src/platform/items/item-kind.ts';
import { ViewProject } from '../../../../src/platform/items/view-project.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { session } from '../../../kit/window/sessions.ts';

const account = (id: string, given: { instance?: string; scopes?: readonly string[] } = {}): Account => {
	const { instance = 'forge.test', scopes = null } = given;
	return {
		session: { ...session, id, instance, account: `~${id}`, scopes },
		instance: {
			name: instance,
			...(instance !== 'bare.test' && { repositories: `https://git.${instance}` }),
		},
		connection: connectionWithoutAreas(),
	};
};
const [ana, bob] = [account('ana'), account('bob')];
const kindWith = (read: ItemArea['read']): ItemArea => ({
	area: 'repositories',
	scopes: ['data:read'],
	nouns: 'repositories',
	read,
});
const kind = kindWith(() => assert.fail('no account is looked for'));
const neverChanges = () => assert.fail();
const hidden = (kind: 'missing' | 'forbidden' | 'offline') => new ForgeError(kind, 'It failed.');

/** A project whose items each account reads with this result. Returns who shows them. */
function finding(results: Readonly<Record<string, ForgeError>>, ...names: readonly string[]) {
	const state = { results, reads: 0, changes: 0 };
	const findingKind = kindWith(async ({ session }, item) => {
		state.reads += 1;
		const error = state.results[session.id];
		if (error) throw error;
		return { ...item, owner: null };
	});
	const project = new ViewProject(projectItems(...names).items, findingKind, () => {
		state.changes += 1;
	});
	const draw = async (accounts: readonly Account[]) => {
		const placed = await project.place(accounts);
		await setImmediate();
		return placed.map((one) => one.account.session.id);
	};
	return { state, draw };
}

async function place(accounts: readonly Account[], ...names: readonly string[]) {
	const readable = kindWith(async (_, item) => ({ ...item, owner: null }));
	const project = new ViewProject(projectItems(...names).items, readable, neverChanges);
	const placed = await project.place(accounts);
	return placed.map((one) => `${one.account.session.id}: ${one.owner}/${one.name}`);
}

describe('What is below This Project', () => {
	const cases: readonly (readonly [string, readonly Account[], readonly string[], readonly string[]])[] = [
		['is nothing if no account is signed in', [], ['~ana/editor'], []],
		['is in the order of the projects', [ana], ['~ana/b', '~ana/a'], ['ana: ~ana/b', 'ana: ~ana/a']],
		["is shown by its owner's account", [ana, bob], ['~bob/editor'], ['bob: ~bob/editor']],
		[
			'is shown by the first account if the owner is not signed in',
			[bob, ana],
			['~carol/x'],
			['bob: ~carol/x'],
		],
		['is there once, even if several folders belong to it', [ana], ['~ana/a', '~ana/a'], ['ana: ~ana/a']],
		['is only what is on a forge with an account', [ana], ['other.test ~ana/a'], []],
		[
			'is nothing of a forge without such a service',
			[account('ana', { instance: 'bare.test' })],
			['bare.test ~ana/a'],
			[],
		],
		[
			'is shown by an account that has the permissions',
			[account('ana', { scopes: ['info:read'] }), bob],
			['~ana/a'],
			['bob: ~ana/a'],
		],
	];
	for (const [title, accounts, names, expected] of cases)
		it(title, async () => assert.deepEqual(await place(accounts, ...names), expected));

	it('is nothing without projects, and then there is no such row', async () => {
		const project = new ViewProject(undefined, kind, neverChanges);
		assert.deepEqual(await project.place([ana]), []);
		assert.equal(
			project.row(async () => assert.fail()),
			undefined,
		);
	});

	it('is not waited for while no account is signed in', async () => {
		const { items, state } = projectItems('~ana/a');
		const project = new ViewProject(items, kind, neverChanges);
		await project.place([]);
		assert.equal(state.waits, 0);
		await project.place([ana]);
		assert.equal(state.waits, 1);
	});

	it('stays until the whole view is drawn again, so that no row is at two places', async () => {
		const { items, set } = projectItems('~ana/a');
		const project = new ViewProject(items, kind, neverChanges);
		await project.place([ana, bob]);
		set('~ana/b', '~bob/c');
		assert.ok(project.has('ana', { owner: '~ana', name: 'a' }));
		assert.ok(!project.has('ana', { owner: '~ana', name: 'b' }));
		assert.ok(!project.has('bob', { owner: '~ana', name: 'a' }));
		await project.place([ana, bob]);
		assert.ok(!project.has('ana', { owner: '~ana', name: 'a' }));
		assert.deepEqual(
			[project.placed('bob'), project.placed()].map((all) => all.map(({ name }) => name)),
			[['c'], ['b', 'c']],
		);
	});

	for (const [count, shown, last] of [
		[21, 21, 'r20'],
		[22, 20, '2 more repositories'],
		[10_000, 20, '9,980 more repositories'],
	] as const) {
		it(`is the first ${shown} of ${count} repositories, and how many there are besides`, async () => {
			const names = Array.from({ length: count }, (_, nth) => `~ana/r${nth}`);
			const project = new ViewProject(projectItems(...names, '~ana/r0').items, kind, neverChanges);
			assert.equal((await project.place([ana])).length, shown);
			const created: string[] = [];
			const row = project.row(async ({ name }) => {
				created.push(name);
				return { id: `ana/~ana/${name}`, label: name };
			});
			const rows = (await row?.children?.()) ?? [];
			assert.deepEqual([rows[0]?.label, rows.at(-1)?.label], ['r0', last]);
			assert.equal(created.length, shown);
		});
	}

	for (const kind of ['missing', 'forbidden'] as const) {
		it(`is shown by the account that may see it, if it is ${kind} for the first one`, async () => {
			const { state, draw } = finding({ ana: hidden(kind) }, '~carol/x');
			assert.deepEqual(await draw([ana, bob]), ['ana']);
			assert.equal(state.changes, 1);
			assert.deepEqual(await draw([ana, bob]), ['bob']);
			assert.deepEqual(await draw([ana, bob]), ['bob']);
			assert.deepEqual([state.reads, state.changes], [2, 1]);
			assert.deepEqual(await draw([ana]), ['ana']);
		});
	}

	it('is shown by the first account if no account may see it, which is found out once', async () => {
		const { state, draw } = finding({ ana: hidden('missing'), bob: hidden('forbidden') }, '~carol/x');
		for (let nth = 0; nth < 3; nth++) assert.deepEqual(await draw([ana, bob]), ['ana']);
		assert.deepEqual([state.reads, state.changes], [2, 0]);
	});

	it('is looked for again after the forge could not be reached', async () => {
		const { state, draw } = finding({ ana: hidden('offline') }, '~carol/x');
		assert.deepEqual(await draw([ana, bob]), ['ana']);
		state.results = { ana: hidden('missing') };
		await draw([ana, bob]);
		assert.deepEqual(await draw([ana, bob]), ['bob']);
		assert.equal(state.changes, 1);
	});

	it('is looked for only if there is a choice between accounts of other users', async () => {
		const { state, draw } = finding({}, '~ana/x', '~bob/y');
		await draw([ana, bob]);
		await draw([ana]);
		assert.equal(state.reads, 0);
	});

	it('is expanded, and a part that cannot be shown does not hide the others', async () => {
		const project = new ViewProject(projectItems('~ana/a', '~ana/b', '~ana/c').items, kind, neverChanges);
		await project.place([ana]);
		const row = project.row(async ({ name }) => {
			if (name !== 'b') throw new ForgeError('missing', 'Not there.');
			return { id: `ana/~ana/${name}`, label: name };
		});
		assert.deepEqual([row?.id, row?.label, row?.isOpen], ['project', 'This Project', true]);
		const rows = (await row?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ id, label }) => [id, label]),
			[
				['notice/failed/project/ana/~ana/a', 'Not found'],
				['ana/~ana/b', 'b'],
			],
		);
		assert.equal(rows[0]?.tooltip, '~ana/a and ~ana/c: Not there. Click to try again.');
	});

	it('has a row for each reason why parts cannot be shown', async () => {
		const project = new ViewProject(projectItems('~ana/a', '~ana/c', '~ana/d').items, kind, neverChanges);
		await project.place([ana]);
		const errors: Readonly<Record<string, unknown>> = {
			a: hidden('missing'),
			c: hidden('missing'),
			d: new ForgeError('missing', 'It is elsewhere.'),
		};
		const row = project.row(async ({ name }) => {
			throw errors[name];
		});
		const rows = (await row?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label, description }) => [label, description]),
			[
				['Not found', 'It failed.'],
				['Not found', 'It is elsewhere.'],
			],
		);
	});
});
