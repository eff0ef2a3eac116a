import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { hubRows } from '../../../../../src/forge/rows/hub.ts';
import type { HubProject } from '../../../../../src/forge/shapes/hub.ts';
import { HubProjects } from '../../../../../src/patches/state/lists/hub-projects.ts';
import { PartsOfLists } from '../../../../../src/patches/state/lists/parts-of-lists.ts';
import { ItemExistence } from '../../../../../src/platform/state/item-existence.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { cloneOf, openWorkspace } from '../../../../kit/window/open-workspace.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

function open(folders: readonly string[] = [], hub?: HubProjects) {
	const { projects, dispose } = openWorkspace({ folders });
	const existing = new Set(['tracker editor', 'repository notes']);
	const asked: string[] = [];
	const line = { isCut: false };
	/** The answers of the forge that are on the disk. */
	const answers: { age?: 'new' | 'old' } = {};
	const { log, lines } = readable();
	const parts = new PartsOfLists({
		projects: async () => projects,
		instanceOf: () => 'forge',
		existing: async (kind, account) => ({
			has: async ({ owner, name }, signal) => {
				signal?.throwIfAborted();
				if (line.isCut) throw new ForgeError('offline', 'No connection.');
				asked.push(`${account} ${kind} ${owner}/${name}`);
				return existing.has(`${kind} ${name}`);
			},
			known: async ({ name }, { mayBeOld } = {}) => {
				const isKnown = answers.age === 'new' || (answers.age === 'old' && mayBeOld);
				return isKnown && name !== 'unknown' ? existing.has(`${kind} ${name}`) : undefined;
			},
		}),
		hub: () => hub,
		log,
	});
	return { parts, asked, answers, line, lines, dispose };
}

describe('The repositories and trackers of lists', () => {
	const time = skippableTime();

	it('are found by the prefix of a patch, and else by the name of the list, and are known from then on', async () => {
		const { parts, asked, dispose } = open();
		assert.equal(parts.known('tracker', list, ''), undefined);
		const editor = { owner: '~ana', name: 'editor' };
		assert.deepEqual(await parts.find('tracker', list, ''), editor);
		assert.deepEqual(await parts.find('tracker', list, 'RFC notes'), editor);
		assert.deepEqual(await parts.find('repository', list, 'notes'), { ...editor, name: 'notes' });
		assert.equal(await parts.find('repository', list, ''), undefined);
		assert.deepEqual(asked, [
			...['one tracker ~ana/editor', 'one tracker ~ana/notes', 'one tracker ~ana/editor'],
			...['one repository ~ana/notes', 'one repository ~ana/editor'],
		]);
		assert.deepEqual(parts.known('tracker', list, 'notes RFC'), editor);
		assert.equal(parts.known('tracker', { ...list, list: 'other' }, ''), undefined);
		dispose();
	});

	it('are those of the project of the workspace that names the list', async () => {
		const files = { '.hut.scfg': 'tracker ~ana/bugs\ndevelopment-mailing-list ~ana/editor-devel\n' };
		const { parts, asked, dispose } = open([cloneOf('git@git.forge.test:~bob/fork', files)]);
		assert.deepEqual(await parts.find('tracker', list, 'notes'), { owner: '~ana', name: 'bugs' });
		assert.deepEqual(await parts.find('repository', list, 'notes'), { owner: '~bob', name: 'fork' });
		assert.deepEqual(asked, []);
		dispose();
	});

	const hubWith = (projects: () => Promise<{ projects: HubProject[] }>) => {
		const { log } = readable();
		const client = clientOf(hubRows, { projects });
		return new HubProjects({ hub: () => client, cache: fileStorage(temporaryFolder('hub'), log), log });
	};
	const item = (ref: string) => ({ owner: ref.split('/')[0] ?? '', name: ref.split('/')[1] ?? '' });
	const project = (name: string, lists: string[], repositories: string[], trackers: string[]) => ({
		...{ name, lists: lists.map(item), repositories: repositories.map(item), trackers: trackers.map(item) },
	});
	const projectsOfHub = [
		project('web', ['~ana/editor-devel'], ['~team/web', '~team/editor'], ['~team/bugs']),
		project('shell', ['~ana/editor-devel'], ['~team/sh'], ['~team/bugs']),
		project('other', ['~bob/editor-devel', '~ana/other'], ['~team/other'], ['~team/other']),
	];
	for (const [kind, prefix, expected, names] of [
		['repository', '', '~team/editor', []],
		['repository', 'web', '~team/web', []],
		['repository', 'shell', '~team/sh', ['~ana/shell']],
		['repository', 'sh v2', '~team/sh', []],
		['repository', 'notes', '~ana/notes', ['~ana/notes']],
		['tracker', '', '~team/bugs', []],
		['tracker', 'gone', '~team/bugs', ['~ana/gone']],
	] as const)
		it(`of a list with projects at the hub are chosen by the prefix, and else by the name of the list: ${kind} "${prefix}"`, async () => {
			const { parts, asked, dispose } = open(
				[],
				hubWith(async () => ({ projects: projectsOfHub })),
			);
			assert.deepEqual(await parts.find(kind, list, prefix), item(expected));
			assert.deepEqual(
				asked,
				names.map((name) => `one ${kind} ${name}`),
			);
			dispose();
		});

	it('are found without requests if it is known what exists', async () => {
		const { parts, asked, answers, dispose } = open();
		answers.age = 'new';
		assert.equal((await parts.findKnown('tracker', list, 'notes'))?.name, 'editor');
		assert.equal(await parts.findKnown('tracker', list, 'unknown'), undefined);
		assert.equal(await parts.findKnown('repository', list, ''), undefined);
		assert.deepEqual(asked, []);
		dispose();
	});

	it('are found by their names if the caller does not want to wait for a slow hub', async () => {
		const { parts, dispose } = open(
			[],
			hubWith(() => new Promise(() => {})),
		);
		const found = await parts.find('repository', list, 'notes', { hubWaitMs: 1 });
		assert.equal(found?.name, 'notes');
		dispose();
	});

	it('stay as they were known while the forge does not answer, and the log has the reason', async () => {
		const { parts, line, lines, dispose } = open();
		line.isCut = true;
		assert.equal(await parts.find('tracker', list, ''), undefined);
		assert.match(
			lines.map(({ line }) => line).join('\n'),
			/tracker of ~ana\/editor-devel could not be found/,
		);
		line.isCut = false;
		await parts.find('tracker', list, '');
		line.isCut = true;
		assert.equal((await parts.find('tracker', list, ''))?.name, 'editor');
		await assert.rejects(parts.find('tracker', list, '', { signal: AbortSignal.abort() }));
		dispose();
	});

	it('are found with few requests if the caller wants that: then old answers count, and what was found before stays', async () => {
		const { parts, asked, answers, dispose } = open();
		const find = async (maxRequests: number) =>
			(await parts.find('tracker', list, 'notes', { maxRequests }))?.name;
		assert.deepEqual([await find(0), await find(1)], [undefined, undefined]);
		assert.deepEqual(asked, ['one tracker ~ana/notes']);
		assert.equal(await find(2), 'editor');
		assert.equal(await find(1), 'editor', 'it was found before');
		answers.age = 'old';
		asked.length = 0;
		assert.equal((await parts.find('tracker', list, '', { maxRequests: 0 }))?.name, 'editor');
		assert.deepEqual(asked, []);
		dispose();
	});

	it('are found in the end, with one request a day: a name that was never asked for comes before old answers', async () => {
		const { log } = readable();
		const folder = temporaryFolder('parts');
		const there = new Set(['editor']);
		const asked: string[] = [];
		const items = new ItemExistence({
			...{ kind: 'trackers', isKnown: () => undefined, cache: fileStorage(folder, log), log },
			read: async ({ name }) => {
				asked.push(name);
				if (!there.has(name)) throw new ForgeError('missing', 'Not found.');
			},
		});
		const { projects, dispose } = openWorkspace({ folders: [] });
		const parts = new PartsOfLists({
			...{ projects: async () => projects, instanceOf: () => 'forge', existing: async () => items },
			...{ hub: () => undefined, log },
		});
		const find = async (maxRequests: number) => {
			const found = await parts.find('tracker', list, 'core', { maxRequests });
			return [found?.name, parts.hasMoreToAsk('tracker', list, 'core'), asked.splice(0).join(' ')];
		};
		const dayMs = 86_400_000;
		assert.deepEqual(await find(0), [undefined, true, '']);
		assert.deepEqual(await find(1), [undefined, true, 'core']);
		time.skip(dayMs);
		assert.deepEqual(await find(0), [undefined, true, '']);
		assert.deepEqual(await find(1), ['editor', false, 'editor']);
		there.add('core');
		assert.deepEqual(await find(0), ['editor', false, '']);
		assert.deepEqual(await find(1), ['core', false, 'core'], 'no name is left that was never asked for');
		assert.deepEqual(await find(1), ['core', false, '']);
		dispose();
		await rm(folder, { recursive: true, force: true });
	});
});
