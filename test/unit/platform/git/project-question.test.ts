import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Project, projectOf } from '../../../../src/platform/git/project.ts';
import { StoredChoices } from '../../../../src/platform/git/project-choices.ts';
import { combineQuestionResults, ProjectQuestion } from '../../../../src/platform/git/project-question.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { instances } from '../../../kit/window/open-workspace.ts';
import { temporaryFolder } from '../../../tools/places.ts';

type Instance = (typeof instances)[number];

interface Given {
	readonly folders?: readonly string[];
	readonly kind?: 'tracker' | 'list';
	readonly tracker?: string;
	readonly exists?: () => Promise<boolean | undefined>;
	readonly answer?: boolean | undefined;
	/** The folder that windows share. */
	readonly stored?: string;
}

/** A window with a clone of a repository of ~ana in each folder. */
function open({
	folders = ['/code/editor'],
	kind = 'tracker',
	tracker,
	stored = temporaryFolder('choices'),
	...given
}: Given) {
	const { log, lines } = readable();
	const choices = new StoredChoices(fileStorage(stored, log), log);
	const asked: string[] = [];
	const state = { answer: given.answer, exists: given.exists ?? (async () => true) };
	const projects = {
		choices,
		onDidChange: new Emitter<void>().event,
		get all(): readonly Project<Instance>[] {
			return folders.flatMap((root) => {
				const url = `git@git.forge.test:~ana/${root.split('/').at(-1)}`;
				const remotes = [{ name: 'origin', fetchUrls: [url], pushUrls: [] }];
				const hutFile = { tracker, list: undefined };
				return projectOf({ root, remotes, hutFile, choices: choices.get(root), instances }) ?? [];
			});
		},
	};
	const ask = async (text: string) => {
		asked.push(text);
		return state.answer;
	};
	const question = new ProjectQuestion<Instance>({
		...{ projects, kind, log, ask },
		exists: () => state.exists(),
		show: async (text, isOpen) => {
			assert.ok(isOpen());
			return ask(text);
		},
	});
	return { question, asked, choices, lines, state, stored };
}

const editor = { instance: 'forge', owner: '~ana', name: 'editor' };

describe('The question about the tracker or list of a project', () => {
	it('is remembered for the folder when it is answered, and not asked again in other windows', async () => {
		const cases = [
			[true, editor],
			[false, 'none'],
		] as const;
		for (const [answer, chosen] of cases) {
			const { question, asked, choices, stored } = open({ answer });
			await question.askIfNeeded();
			await question.askIfNeeded();
			assert.deepEqual(asked, [
				'Is ~ana/editor on forge the ticket tracker of the project in the folder editor?',
			]);
			assert.deepEqual(choices.get('/code/editor'), { tracker: chosen });
			const later = open({ stored });
			await later.choices.read();
			await later.question.askIfNeeded();
			assert.deepEqual(later.asked, []);
		}
	});

	it('is not asked if it was answered in another window meanwhile', async () => {
		const window = open({});
		const other = open({ stored: window.stored, answer: true });
		window.state.exists = async () => {
			await other.question.askIfNeeded();
			return true;
		};
		await window.question.askIfNeeded();
		assert.deepEqual([window.asked, other.asked.length], [[], 1]);
		assert.deepEqual(window.choices.get('/code/editor'), { tracker: editor });
	});

	it('is asked for lists as for trackers', async () => {
		const { question, asked, choices } = open({ kind: 'list', answer: true });
		await question.askIfNeeded();
		assert.match(asked[0] ?? '', /the mailing list of the project/);
		assert.deepEqual(choices.get('/code/editor'), { list: editor });
	});

	it('is asked once in a window if the user does not answer it', async () => {
		const { question, asked, choices } = open({});
		await question.askIfNeeded();
		await question.askIfNeeded();
		assert.equal(asked.length, 1);
		assert.deepEqual(choices.get('/code/editor'), {});
	});

	it('is asked for each folder, one after the other', async () => {
		const { question, asked } = open({ folders: ['/code/editor', '/code/tools'], answer: true });
		await Promise.all([question.askIfNeeded(), question.askIfNeeded()]);
		assert.deepEqual(
			asked.map((text) => /folder (\w+)/.exec(text)?.[1]),
			['editor', 'tools'],
		);
	});

	it('is not asked if .hut.scfg names the tracker', async () => {
		const { question, asked } = open({ tracker: '~ana/bugs' });
		await question.askIfNeeded();
		assert.deepEqual(asked, []);
	});

	it('is not asked about what does not exist', async () => {
		const { question, asked } = open({ exists: async () => false });
		await question.askIfNeeded();
		assert.deepEqual(asked, []);
	});

	it('waits until an account can tell whether the tracker exists, and until the forge can be reached', async () => {
		const { question, asked, state } = open({ exists: async () => undefined });
		await question.askIfNeeded();
		state.exists = async () => {
			throw new ForgeError('offline', 'No connection.');
		};
		await question.askIfNeeded();
		assert.deepEqual(asked, []);
		state.exists = async () => true;
		await question.askIfNeeded();
		assert.equal(asked.length, 1);
	});

	it('is not asked if the forge refuses to tell, which is logged once', async () => {
		let lookups = 0;
		const { question, asked, lines } = open({
			exists: async () => {
				lookups += 1;
				throw new ForgeError('forbidden', 'No.');
			},
		});
		await question.askIfNeeded();
		await question.askIfNeeded();
		assert.deepEqual([asked, lookups, lines.length], [[], 1, 1]);
	});

	const bugs = { ...editor, name: 'bugs' };
	for (const before of [undefined, 'none', editor, bugs] as const) {
		const title = typeof before === 'object' ? `~ana/${before.name}` : (before ?? 'nothing');
		it(`is asked again when the user wishes it after ${title} was chosen, which is kept without an answer`, async () => {
			const { question, asked, choices, state } = open({});
			const chosen = before === undefined ? {} : { tracker: before };
			await choices.change('/code/editor', chosen);
			await question.askIfNeeded();
			asked.length = 0;
			assert.equal(await question.askAgain(), 'asked');
			assert.deepEqual(choices.get('/code/editor'), chosen);
			await question.askIfNeeded();
			state.answer = true;
			assert.equal(await question.askAgain(), 'asked');
			assert.deepEqual(choices.get('/code/editor'), { tracker: editor });
			state.answer = false;
			assert.equal(await question.askAgain(), 'asked');
			assert.deepEqual(choices.get('/code/editor'), { tracker: 'none' });
			assert.equal(asked.length, 3);
		});
	}

	const failing = (kind: 'offline' | 'forbidden') => async () => {
		throw new ForgeError(kind, 'No.');
	};
	const unasked: readonly (readonly [string, string, Given])[] = [
		['the forge cannot be reached', 'offline', { exists: failing('offline') }],
		['no account can tell', 'no-account', { exists: async () => undefined }],
		['the forge has no such tracker', 'nothing', { exists: async () => false }],
		['the forge refuses to tell', 'nothing', { exists: failing('forbidden') }],
		['.hut.scfg names the tracker', 'nothing', { tracker: '~ana/bugs' }],
		['no folder is a clone', 'nothing', { folders: [] }],
	];
	for (const [what, result, given] of unasked) {
		it(`is not asked again if ${what}, and an earlier answer is kept`, async () => {
			const { question, asked, choices } = open(given);
			await choices.change('/code/editor', { tracker: editor });
			assert.equal(await question.askAgain(), result);
			assert.deepEqual([asked, choices.get('/code/editor')], [[], { tracker: editor }]);
		});
	}

	it('is asked by itself later if the forge could not be reached when the user wished it', async () => {
		const { question, asked, state } = open({ exists: failing('offline') });
		await question.askAgain();
		state.exists = async () => true;
		await question.askIfNeeded();
		assert.equal(asked.length, 1);
	});

	it('has a result that says what the user can do, if the questions have several', () => {
		assert.equal(combineQuestionResults(['nothing', 'offline', 'asked']), 'asked');
		assert.equal(combineQuestionResults(['no-account', 'nothing', 'offline']), 'offline');
		assert.equal(combineQuestionResults(['nothing', 'no-account']), 'no-account');
		assert.equal(combineQuestionResults(['nothing', 'nothing']), 'nothing');
		assert.equal(combineQuestionResults([]), 'nothing');
	});
});
