import assert from 'node:assert/strict';
import { projectOf } from '../../../../src/platform/git/project.ts';
import type { ProjectChoices } from '../../../../src/platform/git/project-choices.ts';
import type { Remote } from '../../../../src/platform/git/remotes.ts';

const forge = {
	name: 'forge',
	repositories: 'https://git.forge.test',
	trackers: 'https://todo.forge.test',
	lists: 'https://lists.forge.test',
};
const other = {
	name: 'other',
	repositories: 'https://git.other.test',
	trackers: 'https://todo.other.test',
	lists: 'https://lists.other.test',
};
const gitOnly = { name: 'git only', repositories: 'https://git.only.test' };
const instances = [forge, other, gitOnly];

const remote = (name: string, fetchUrl: string, pushUrl = fetchUrl): Remote => ({
	name,
	fetchUrls: [fetchUrl],
	pushUrls: [pushUrl],
});
const origin = remote('origin', 'git@git.forge.test:~ana/editor');

interface Given {
	readonly remotes?: readonly Remote[];
	readonly tracker?: string;
	readonly list?: string;
	readonly choices?: ProjectChoices;
}

/** The project in short: `forge ~ana/editor (remote)`. */
function project({ remotes = [origin], tracker, list, choices = {} }: Given) {
	const hutFile = { tracker, list };
	const found = projectOf({ root: '/code/editor', remotes, hutFile, choices, instances });
	const short = (part: NonNullable<typeof found>['tracker']) =>
		part && `${part.instance.name} ${part.owner}/${part.name} (${part.source})`;
	return (
		found && {
			repositories: found.repositories.map((one) => `${short(one)} ${one.remote}`),
			tracker: short(found.tracker),
			list: short(found.list),
			problems: found.problems,
		}
	);
}

const sameName = 'forge ~ana/editor (same-name)';

describe('The project of a folder', () => {
	it('has thousands of repositories without comparing each with all others', () => {
		let reads = 0;
		const counted = {
			...{ repositories: 'https://git.forge.test', trackers: '', lists: '' },
			get name() {
				reads += 1;
				return 'forge';
			},
		};
		const count = 2000;
		const remotes = Array.from({ length: count }, (_, nth) =>
			remote(`r${nth}`, `git@git.forge.test:~ana/r${nth}`),
		);
		const found = projectOf({
			root: '/code',
			remotes,
			hutFile: undefined,
			choices: {},
			instances: [counted],
		});
		assert.equal(found?.repositories.length, count);
		assert.ok(reads < 10 * count, `${reads} names were read`);
	});

	it('does not exist if nothing of it is on a forge that is set up', () => {
		assert.equal(project({ remotes: [] }), undefined);
		assert.equal(project({ remotes: [remote('origin', 'https://elsewhere.test/~ana/editor')] }), undefined);
		assert.equal(project({ remotes: [], tracker: 'https://elsewhere.test/~ana/editor' }), undefined);
	});

	it('has all repositories of its remotes once, that of origin first', () => {
		const remotes = [
			remote('fork', 'https://git.forge.test/~bob/editor', 'git@git.forge.test:~bob/editor'),
			remote('mirror', 'https://elsewhere.test/editor', 'git@git.other.test:~ana/mirror'),
			origin,
			remote('again', 'https://git.forge.test/~ana/editor.git'),
		];
		assert.deepEqual(project({ remotes })?.repositories, [
			'forge ~ana/editor (remote) origin',
			'forge ~bob/editor (remote) fork',
			'other ~ana/mirror (remote) mirror',
		]);
	});

	it('has the repository that the user has chosen, if a remote leads to it', () => {
		const remotes = [origin, remote('fork', 'https://git.forge.test/~bob/fork')];
		const bob = { instance: 'forge', owner: '~bob', name: 'fork' };
		const chosen = project({ remotes, choices: { repository: bob } });
		assert.deepEqual(chosen?.repositories, [
			'forge ~bob/fork (choice) fork',
			'forge ~ana/editor (remote) origin',
		]);
		assert.equal(chosen?.tracker, 'forge ~bob/fork (same-name)');
		for (const repository of [
			{ ...bob, name: 'gone' },
			{ ...bob, instance: 'gone' },
		]) {
			assert.equal(
				project({ remotes, choices: { repository } })?.repositories[0],
				'forge ~ana/editor (remote) origin',
			);
		}
	});

	it('has no tracker or list if its forge has none', () => {
		const found = project({ remotes: [remote('origin', 'https://git.only.test/~ana/editor')] });
		assert.equal(found?.tracker, undefined);
		assert.equal(found?.list, undefined);
	});

	const trackers: Readonly<Record<string, string>> = {
		'https://todo.forge.test/~ana/bugs': 'forge ~ana/bugs (hut-file)',
		'https://todo.forge.test/~ana/bugs/': 'forge ~ana/bugs (hut-file)',
		'https://todo.other.test/~bob/bugs': 'other ~bob/bugs (hut-file)',
		'~bob/bugs': 'forge ~bob/bugs (hut-file)',
		'~bob/bugs@todo.other.test': 'other ~bob/bugs (hut-file)',
	};
	for (const [text, expected] of Object.entries(trackers)) {
		it(`has the tracker that .hut.scfg names: ${text}`, () => {
			const found = project({ tracker: text });
			assert.equal(found?.tracker, expected);
			assert.deepEqual(found?.problems, []);
			assert.equal(found?.list, sameName);
		});
	}

	const lists: Readonly<Record<string, string>> = {
		'~ana/devel@lists.forge.test': 'forge ~ana/devel (hut-file)',
		'mailto:~ana/devel@LISTS.forge.test': 'forge ~ana/devel (hut-file)',
		'~ana/devel@lists.other.test': 'other ~ana/devel (hut-file)',
		'https://lists.forge.test/~ana/devel': 'forge ~ana/devel (hut-file)',
		'~ana/devel': 'forge ~ana/devel (hut-file)',
	};
	for (const [text, expected] of Object.entries(lists)) {
		it(`has the list that .hut.scfg names: ${text}`, () =>
			assert.equal(project({ list: text })?.list, expected));
	}

	for (const text of [
		'bugs',
		'https://elsewhere.test/~ana/bugs',
		'https://todo.forge.test/~ana',
		'https://todo.forge.test/~ana/bugs/12',
		'https://lists.forge.test/~ana/bugs',
		'~ana/bugs@elsewhere.test',
		'javascript:alert(1)',
		'',
	]) {
		it(`says that .hut.scfg names no known tracker: ${text || 'nothing'}`, () => {
			const found = project({ tracker: text });
			assert.deepEqual(found?.problems, [
				`${JSON.stringify(text)} in .hut.scfg is not a tracker of a forge that is set up.`,
			]);
			assert.equal(found?.tracker, sameName);
		});
	}

	it('has what .hut.scfg says even if no remote leads to a forge', () => {
		const found = project({ remotes: [], tracker: 'https://todo.forge.test/~ana/bugs' });
		assert.deepEqual(found?.repositories, []);
		assert.equal(found?.tracker, 'forge ~ana/bugs (hut-file)');
	});

	it('has what the user has chosen instead of the same name, but not instead of what .hut.scfg says', () => {
		const choices = {
			tracker: { instance: 'other', owner: '~bob', name: 'bugs' },
			list: { instance: 'forge', owner: '~ana', name: 'editor' },
		};
		const found = project({ choices });
		assert.equal(found?.tracker, 'other ~bob/bugs (choice)');
		assert.equal(found?.list, 'forge ~ana/editor (choice)');
		assert.equal(project({ choices, tracker: '~ana/x' })?.tracker, 'forge ~ana/x (hut-file)');
		const gone = { tracker: { ...choices.tracker, instance: 'gone' } };
		assert.equal(project({ choices: gone })?.tracker, sameName);
	});

	it('has no tracker or list if the user has said so', () => {
		const found = project({ choices: { tracker: 'none', list: 'none' } });
		assert.equal(found?.tracker, undefined);
		assert.equal(found?.list, undefined);
		assert.equal(
			project({ choices: { tracker: 'none' }, tracker: '~ana/x' })?.tracker,
			'forge ~ana/x (hut-file)',
		);
	});
});
