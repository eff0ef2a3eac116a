import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { FoundCode } from '../../../../../src/forge/shapes/code-search.ts';
import { CodeSearch } from '../../../../../src/repositories/state/code-search.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { made, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { chooseCode } = await import(
	'../../../../../src/repositories/commands/code-search/code-search-box.ts'
);

const key = { account: 'bob', owner: '~ana', repository: 'editor' };
const lineIn = (name: string): FoundCode => ({
	...{ total_files: 1, total_matches: 1 },
	files: [{ name, lines: [{ text: 'x', number: 1, matches: [] }] }],
});

describe('The box that searches code', () => {
	const { inGraphql } = demoForge();

	/** Opens the box. `find` answers in place of the forge. */
	function start(find?: (query: string) => Promise<FoundCode>) {
		const { repositoryExtras = assert.fail() } = inGraphql('bob').connection;
		const { searchCode } = repositoryExtras;
		const queries: string[] = [];
		const extras = {
			...repositoryExtras,
			searchCode: (...asked: Parameters<typeof searchCode>) => {
				const { query } = asked[1];
				queries.push(query);
				return find ? find(query) : searchCode(...asked);
			},
		};
		made.boxes.length = 0;
		takeCalls();
		const chosen = chooseCode(new CodeSearch(extras, 'forge.test'), key);
		const box = made.boxes[0] ?? assert.fail();
		const labels = () => box.items.map(({ label }) => label);
		return {
			...{ box, chosen, queries, labels },
			/** Waits until the box shows this. */
			shows: (label: string) => until(() => !box.busy && labels().includes(label), { what: label }),
			type: async (text: string) => {
				box.type(text);
				await until(() => !box.busy, { what: `the answer to ${text}` });
			},
			/** Presses Enter on the item at a position. */
			enter: (at = 0) => {
				box.selectedItems = box.items.slice(at, at + 1);
				box.accept();
			},
		};
	}

	it('shows the lines that the forge finds, and returns the one that the user chooses', async () => {
		const { box, chosen, labels, type, enter } = start();
		assert.equal(box.title, 'Search Code in ~ana/editor');
		await type('undo file:[.]c$');
		const [path = '', text = ''] = labels();
		assert.match(path, /[.]c$/);
		assert.match(text, /undo/i);
		assert.match(box.items[1]?.description ?? '', /^\w+[.]c:\d+$/);
		enter(1);
		const found = (await chosen) ?? assert.fail();
		assert.deepEqual([found.path, found.excerpt, found.end - found.start], [path, text, 4]);
		assert.deepEqual([box.isShown, takeCalls()], [false, []]);
	});

	it('asks once when the user pauses, and at once when they press Enter', async () => {
		const { box, chosen, queries, type, enter } = start(async () => lineIn('a.c'));
		box.type('u');
		box.type('un');
		await type(' und ');
		assert.deepEqual(queries, ['und']);
		box.type('undo');
		enter(1);
		enter(1);
		assert.deepEqual(queries, ['und', 'undo']);
		await until(() => !box.busy);
		// What is shown answers this already.
		box.type('undone');
		box.type('undo');
		await new Promise((resolve) => setTimeout(resolve, 500));
		assert.deepEqual([queries, box.busy], [['und', 'undo'], false]);
		enter(1);
		assert.equal((await chosen)?.path, 'a.c');
	});

	it('shows only the answer to what was typed last', async () => {
		const answers = new Map<string, (found: FoundCode) => void>();
		const { box, chosen, labels, shows, enter } = start(
			(query) => new Promise((resolve) => answers.set(query, resolve)),
		);
		for (const query of ['a', 'b']) {
			box.type(query);
			enter();
		}
		// The same query.
		box.type('b ');
		answers.get('b')?.(lineIn('b.c'));
		await shows('b.c');
		answers.get('a')?.(lineIn('a.c'));
		await new Promise((resolve) => setImmediate(resolve));
		assert.deepEqual(labels(), ['b.c', 'x']);
		box.hide();
		await chosen;
	});

	it('says in the box what is wrong with a query, and that nothing was found', async () => {
		const { box, chosen, labels, type, enter } = start();
		await type('(undo');
		assert.deepEqual(labels(), ['The forge cannot read this query']);
		assert.equal(box.items[0]?.description, 'error parsing regexp: `(undo`.');
		enter();
		await type('zebrafish');
		assert.deepEqual(labels(), ['No results']);
		enter();
		assert.deepEqual([box.isShown, takeCalls()], [true, []]);
		await type('');
		assert.deepEqual([labels(), box.busy], [[], false]);
		box.hide();
		assert.equal(await chosen, undefined);
	});

	it('can be tried again without a connection', async () => {
		let isCut = true;
		const { box, chosen, queries, labels, shows, type, enter } = start(async () => {
			if (isCut) throw new ForgeError('offline', 'forge.test cannot be reached.');
			return lineIn('a.c');
		});
		await type('x');
		assert.deepEqual(labels(), ['Try Again']);
		assert.equal(box.items[0]?.description, 'forge.test cannot be reached.');
		isCut = false;
		enter();
		await shows('a.c');
		assert.deepEqual(queries, ['x', 'x']);
		box.hide();
		await chosen;
	});

	it('closes to let the user sign in', async () => {
		const { box, chosen, labels, type, enter } = start(async () => {
			throw new ForgeError('forbidden', 'No.', { scopes: ['REPOSITORIES:RO'], instance: 'forge.test' });
		});
		await type('x');
		assert.deepEqual(labels(), ['Grant Permissions']);
		enter();
		assert.equal(await chosen, undefined);
		assert.equal(box.isShown, false);
		const [call = '', ...others] = takeCalls();
		assert.match(call, /^command: tildeforge\.grant.*forge\.test/);
		assert.deepEqual(others, []);
	});

	it('is refused before it opens if the forge cannot search code', async () => {
		made.boxes.length = 0;
		await assert.rejects(chooseCode(new CodeSearch(undefined, 'forge.test'), key), {
			message: 'forge.test cannot search code. Find in Repository… can search the same files.',
		});
		assert.deepEqual(made.boxes, []);
	});
});
