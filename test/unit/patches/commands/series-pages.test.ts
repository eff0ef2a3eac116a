import assert from 'node:assert/strict';
import { idOfSeries, type SeriesKey } from '../../../../src/platform/model/keys.ts';
import { SelectionSource } from '../../../../src/platform/view/tree/selection-source.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { extensionFolder } from '../../../kit/pages/a-page.ts';
import { pageOf } from '../../../kit/pages/a-series-page.ts';
import { FakePanel, made, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';

const { SharedTab } = await import('../../../../src/platform/page/shared-tab.ts');
const { keyOfRow, SeriesPages } = await import('../../../../src/patches/commands/series-pages.ts');
const { Uri } = await import('vscode');

const { open: openLists } = demoLists();
const folder = extensionFolder('patchset');
const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const key = (patchset: number) => ({ ...list, patchset });
const ids = [10, 11, 12];

/** The pages of a window whose view has one list of the patchsets 10 to 12. */
async function open() {
	const window = await openLists();
	const { page, host } = pageOf(key(10), window.lists, window.folder);
	page.dispose();
	const rows: string[] = [];
	const view = { visible: true, selection: [] as { id: string; about: unknown }[] };
	const pages = new SeriesPages(
		host,
		{
			tree: {
				view: view as never,
				reveal: async (id, { focus }) => void rows.push(`${focus ? 'focus' : 'select'} ${id}`),
				isDisplayed: (id) => ids.includes(Number(id)),
				selectionSource: new SelectionSource(() => view.selection),
				selectedRows: async () => view.selection as never,
			},
			lists: {
				itemsOf: () => ids.map(key),
				firstListWith: () => 'list',
				rowIdIn: (_, one) => ('patchset' in one ? `${one.patchset}` : ''),
				idOf: idOfSeries,
			},
			sharedTab: new SharedTab(),
		},
		Uri.file(folder),
		window.log,
	);
	takeCalls();
	const first = made.panels.length;
	const panel = () => made.panels[first] ?? assert.fail();
	const select = (id: number, about: object) => {
		view.selection = [{ id: `${id}`, about }];
	};
	return { ...window, pages, rows, select, panel, panels: () => made.panels.slice(first) };
}

const patchset = (id: number) => ({ kind: 'patchset', key: key(id), listId: 'list' });
const keys = (shown: readonly (SeriesKey | undefined)[]) =>
	shown.map((one) => (one && 'patchset' in one ? one.patchset : undefined));

describe('The pages of patchsets', () => {
	it('are previewed one after the other from the selected row, which keeps the focus in the view', async () => {
		const { pages, rows, select, panels } = await open();
		select(10, patchset(10));
		await pages.preview(1);
		assert.deepEqual([pages.isVisible(key(11)), rows.at(-1)], [true, 'focus 11']);
		select(11, { kind: 'patch', series: key(11), mail: 7, message: '<7@mail.test>', listId: 'list' });
		await pages.preview(1);
		await pages.preview(1);
		assert.deepEqual([panels().length, pages.isVisible(key(12)), rows.at(-1)], [1, true, 'focus 12']);
		pages.dispose();
	});

	it('are restored after a restart, and then read from the forge again', async () => {
		const { pages, asked, forget } = await open();
		const panel = new FakePanel('tildeforge-patchset');
		pages.restore(panel as never, { key: idOfSeries(key(11)) });
		assert.deepEqual(keys([pages.active]), [11]);
		await until(() => asked().length > 0);
		panel.received.fire({ name: 'ready', id: '1', key: '', body: {} });
		await passTurns();
		forget();
		await until(() => {
			// What is still being read is not read again.
			pages.refresh();
			return asked().length > 0;
		});
		pages.dispose();
	});

	it('are those of the rows of series, and of no list', () => {
		assert.deepEqual(keys([keyOfRow(patchset(11))]), [11]);
		assert.equal(keyOfRow({ kind: 'list', key: list }), undefined);
		assert.equal(keyOfRow(undefined), undefined);
	});
});
