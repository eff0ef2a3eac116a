import assert from 'node:assert/strict';
import type { FoundCode } from '../../../../../src/forge/shapes/code-search.ts';
import { CodeSearch } from '../../../../../src/repositories/state/code-search.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { made, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { chooseCode } = await import(
	'../../../../../src/repositories/commands/code-search/code-search-box.ts'
);

const key = { account: 'bob', owner: '~ana', repository: 'editor' };

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
});
