import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { firstOf } from '../../../../src/platform/git/first-of.ts';
import type { CloneObjects } from '../../../../src/platform/git/objects.ts';
import { toTree } from '../../../../src/platform/git/tree-entries.ts';

const id = 'a'.repeat(40);
const tree = toTree(id, []);

/** A source that has everything, nothing, or fails. */
function source(name: string, asked: string[], answer: 'all' | 'nothing' | Error): CloneObjects {
	const read = async <T>(value: T): Promise<T | undefined> => {
		asked.push(name);
		if (answer instanceof Error) throw answer;
		return answer === 'all' ? value : undefined;
	};
	return {
		tree: () => read(tree),
		rootTree: () => read(tree),
		blob: () => read({ kind: 'too-large', size: 9 }),
		commit: () => read(undefined),
		findBlob: () => read(undefined),
		log: () => read([]),
		logEntries: () => read([]),
		distance: () => read({ ahead: 1, behind: 2 }),
	};
}

describe('Several sources of objects', () => {
	const offline = new ForgeError('offline', 'No network.');
	const busy = new ForgeError('busy', 'Too much to do.');
	for (const [title, answers, expected, askedNames] of [
		['use the first that has the object', ['nothing', 'all', 'all'], tree, 'ab'],
		['pass over one that fails', [offline, 'all'], tree, 'ab'],
		['have nothing if none has the object', ['nothing', 'nothing'], undefined, 'ab'],
		['have nothing if there are none', [], undefined, ''],
		['reject with the first failure if no other has the object', [offline, 'nothing', busy], offline, 'abc'],
	] as const) {
		it(title, async () => {
			const asked: string[] = [];
			const objects = firstOf(answers.map((answer, at) => source('abc'[at] ?? '', asked, answer)));
			for (const read of [() => objects.tree(id), () => objects.rootTree(id)]) {
				asked.length = 0;
				if (expected instanceof Error) await assert.rejects(read(), (error) => error === expected);
				else assert.equal(await read(), expected);
				assert.equal(asked.join(''), askedNames);
			}
		});
	}

	it('answer that a blob is too large without asking the others', async () => {
		const asked: string[] = [];
		const objects = firstOf([source('a', asked, 'all'), source('b', asked, 'all')]);
		assert.deepEqual(await objects.blob(id, { most: 1 }), { kind: 'too-large', size: 9 });
		assert.equal(await objects.commit(id), undefined);
		assert.deepEqual(asked, ['a', 'a', 'b']);
		assert.deepEqual(await objects.distance(id, id), { ahead: 1, behind: 2 });
		for (const read of [
			objects.log(id, { most: 1 }),
			objects.logEntries(id, { most: 1, skip: 0, paths: [] }),
		])
			assert.deepEqual(await read, []);
		assert.equal(await objects.findBlob(id), undefined);
	});

	it('do not hide a cancellation or a bug', async () => {
		const asked: string[] = [];
		const bug = new TypeError('a bug');
		await assert.rejects(firstOf([source('a', asked, bug), source('b', asked, 'all')]).tree(id), bug);
		const signal = AbortSignal.abort(new Error('enough'));
		const stopped = firstOf([source('a', asked, offline), source('b', asked, 'all')]);
		await assert.rejects(stopped.tree(id, { signal }), offline);
		assert.deepEqual(asked, ['a', 'a']);
	});
});
