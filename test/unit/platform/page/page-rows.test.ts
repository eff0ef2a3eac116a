import assert from 'node:assert/strict';
import { PageRows } from '../../../../src/platform/page/page-rows.ts';

interface Options {
	/** The ids of the displayed rows. */
	readonly displayed: readonly string[];
	readonly isVisible?: boolean;
	/** The row in the list that the page was opened from. */
	readonly opened?: string;
	/** Settles when the view has drawn its rows. */
	readonly whenDrawn?: Promise<void>;
}

/** The rows of the page of item 1, which the list `open` contains. */
function rows({ displayed, isVisible = true, opened, whenDrawn }: Options) {
	const acted: string[] = [];
	const selectionSource = { selections: 0 };
	const pageRows = new PageRows<number>(
		{
			tree: {
				selectionSource: {
					get selections() {
						return selectionSource.selections;
					},
					didChooseEditor: () => acted.push('page chosen'),
					follow: async (id, selected) => {
						acted.push(`follow ${id}`);
						await selected;
					},
				},
				view: { visible: isVisible },
				isDisplayed: (id) => displayed.includes(id),
				reveal: async (id, { focus, select = !focus, isWanted = () => true }) => {
					if (whenDrawn) await whenDrawn;
					if (!isWanted()) return;
					acted.push([id, ...(focus ? ['focused'] : []), ...(select ? ['selected'] : [])].join(' '));
				},
			},
			lists: {
				firstListWith: (item) => (item === 1 ? 'open' : undefined),
				rowIdIn: (listId, item) => `${listId}/${item}`,
				itemsOf: () => [],
				idOf: String,
			},
		},
		() => opened,
		async () => void acted.push('view'),
	);
	return { pageRows, acted, selectionSource };
}

describe('The row of the page in front', () => {
	it('is not selected if it is not displayed, so that nothing expands', async () => {
		const { pageRows, acted } = rows({ displayed: [], opened: 'mine/1' });
		await pageRows.select(1);
		await rows({ displayed: ['open/1'] }).pageRows.select(2);
		assert.deepEqual(acted, []);
	});

	it('gets the focus and is selected when the user leaves the page', async () => {
		const { pageRows, acted } = rows({ displayed: ['open/1'] });
		await pageRows.focus(1);
		assert.deepEqual(acted, ['open/1 focused selected', 'follow open/1']);
	});

	it('is selected once, when the page comes to the front', async () => {
		const { pageRows, acted } = rows({ displayed: ['open/1'] });
		pageRows.didShow('1', 1, false);
		assert.deepEqual(acted, ['page chosen']);
		pageRows.didShow('1', 1, true);
		pageRows.didShow('1', 1, true);
		assert.deepEqual(acted.splice(0), [
			...['page chosen', 'page chosen', 'open/1 selected', 'follow open/1', 'page chosen'],
		]);
		pageRows.didShow('new', undefined, true);
		pageRows.didShow('1', 1, true);
		assert.deepEqual(acted, ['page chosen', 'page chosen', 'open/1 selected', 'follow open/1']);
	});

	it('is not selected again for a page that is opened by it, which leaves the choice to the rows', () => {
		const { pageRows, acted } = rows({ displayed: ['open/1'] });
		pageRows.willOpenByRow('1');
		pageRows.didShow('1', 1, false);
		pageRows.didShow('1', 1, true);
		assert.deepEqual(acted.splice(0), []);
		pageRows.didShow('new', undefined, true);
		pageRows.didShow('1', 1, true);
		assert.deepEqual(acted, ['page chosen', 'page chosen', 'open/1 selected', 'follow open/1']);
	});

	it('is selected when the user moves the focus to the page', async () => {
		const { pageRows, acted } = rows({ displayed: ['open/1'] });
		pageRows.didFocus('1', undefined);
		pageRows.didFocus('1', 1);
		assert.deepEqual(acted, ['page chosen', 'page chosen', 'open/1 selected', 'follow open/1']);
	});

	it('is not selected when the user moves the focus to a page that was opened by it, because the user may have selected other rows since', () => {
		const { pageRows, acted } = rows({ displayed: ['open/1'] });
		pageRows.willOpenByRow('1');
		pageRows.didFocus('1', 1);
		assert.deepEqual(acted, ['page chosen']);
	});
});
