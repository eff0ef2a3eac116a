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
	return { state, draw, project };
}

describe('What is below This Project', () => {
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

	it('is looked for again after the forge could not be reached', async () => {
		const { state, draw } = finding({ ana: hidden('offline') }, '~carol/x');
		assert.deepEqual(await draw([ana, bob]), ['ana']);
		state.results = { ana: hidden('missing') };
		await draw([ana, bob]);
		assert.deepEqual(await draw([ana, bob]), ['bob']);
		assert.equal(state.changes, 1);
	});

	it('is looked for again when the user asks for it', async () => {
		const { state, draw, project } = finding({ ana: hidden('missing'), bob: hidden('missing') }, '~carol/x');
		await draw([ana, bob]);
		state.results = { ana: hidden('missing') };
		assert.deepEqual([await draw([ana, bob]), state.reads], [['ana'], 2]);
		project.findAgain();
		await setImmediate();
		assert.equal(state.changes, 1);
		assert.deepEqual([await draw([ana, bob]), state.reads], [['bob'], 4]);
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
				['notice/failed/project/ana/~ana/a', '~ana/a and ~ana/c: not found'],
				['ana/~ana/b', 'b'],
			],
		);
		assert.equal(rows[0]?.tooltip, '~ana/a and ~ana/c: Not there. Click to try again.');
	});
});
