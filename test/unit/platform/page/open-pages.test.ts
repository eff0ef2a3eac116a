import assert from 'node:assert/strict';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { APage, extensionFolder } from '../../../kit/pages/a-page.ts';
import { FakePanel, made, setSetting, TabInputWebview, takeCalls } from '../../../kit/window/editor.ts';

const { OpenPages } = await import('../../../../src/platform/page/open-pages.ts');
const { Uri } = await import('vscode');

const folder = extensionFolder();

/** The pages of a window. `inUse` are those that the next item of a list may not replace. */
function open(...inUse: readonly string[]) {
	const told: string[] = [];
	const turns = new Map<string, (key: string) => boolean>();
	/** What the pages show. */
	const shown = new Map<string, APage>();
	const pages = new OpenPages({
		...{
			viewType: 'ticket',
			page: 'ticket',
			extension: Uri.file(folder),
			log: readable().log,
		},
		title: (key: string) => `Title ${key}`,
		idOf: (key: string) => key.toLowerCase(),
		parseId: (id) => (id === 'bad' ? undefined : id),
		createController: (key, turnTo) => {
			turns.set(key, turnTo);
			const page = new APage(key);
			shown.set(key, page);
			return page.create;
		},
		isReplaceable: (key) => !inUse.includes(key),
		didShow: (key, isInFront) => told.push(`${key} ${isInFront ? 'in front' : 'behind'}`),
		didForget: (key) => told.push(`${key} forgotten`),
	});
	const panelOf = (key: string) =>
		made.panels.find(({ title }) => title === `Title ${key}`) ?? assert.fail(key);
	const titles = () => made.panels.map(({ title }) => title.replace('Title ', ''));
	return { pages, told, turns, shown, panelOf, titles };
}

const fromList = { isFromList: true };

describe('A page that is revealed', () => {
	it('opens in a new tab', () => {
		const { pages, told, titles, panelOf } = open();
		pages.reveal('a');
		pages.reveal('b', { preserveFocus: true });
		assert.deepEqual(
			[titles(), told],
			[
				['a', 'b'],
				['a in front', 'b in front'],
			],
		);
		assert.deepEqual(takeCalls(), ['new panel: Title a', 'new panel: Title b: without focus']);
		assert.deepEqual(panelOf('a').options, { enableFindWidget: true });
	});

	it('stays the one that is replaced next when it shows another page', () => {
		const { pages, turns, titles } = open();
		pages.reveal('a', fromList);
		assert.equal(turns.get('a')?.('b'), false);
		pages.reveal('c', fromList);
		assert.deepEqual([titles(), pages.isPreview('c')], [['c'], true]);
	});

	it('is the next of its list in the same panel, without a reveal if the page has the focus', () => {
		const { pages, titles } = open();
		pages.reveal('a', fromList);
		takeCalls();
		assert.equal(pages.showNext('a', 'b', { isFocused: true }), false);
		assert.deepEqual([titles(), takeCalls()], [['b'], []]);
		assert.equal(pages.showNext('b', 'c', { isFocused: false }), false);
		assert.deepEqual([titles(), takeCalls()], [['c'], ['reveal panel: Title b']]);
	});

	it('shows no other page that is open in its own tab, but brings that to the front', () => {
		const { pages, turns, titles } = open();
		pages.reveal('a');
		pages.reveal('b');
		takeCalls();
		assert.equal(turns.get('b')?.('a'), true);
		assert.deepEqual([titles(), takeCalls()], [['a', 'b'], ['reveal panel: Title a']]);
	});

	it('replaces the one from the same list', () => {
		const { pages, titles, told } = open();
		const first = pages.reveal('a', fromList);
		assert.deepEqual([pages.isPreview('a'), pages.isPreview('b')], [true, false]);
		takeCalls();
		const second = pages.reveal('b', fromList);
		assert.equal(second.panel, first.panel);
		assert.deepEqual([titles(), pages.of('a'), pages.of('b')?.key], [['b'], undefined, 'b']);
		assert.deepEqual(told, ['a in front', 'a forgotten', 'b in front']);
		assert.deepEqual(takeCalls(), ['reveal panel: Title a']);
		assert.deepEqual([pages.isPreview('a'), pages.isPreview('b')], [false, true]);
	});

	it('is revealed without focus only if the one that it replaces is hidden', () => {
		const { pages } = open();
		const { panel } = pages.reveal('a', fromList);
		takeCalls();
		pages.reveal('b', { ...fromList, preserveFocus: true });
		assert.deepEqual(takeCalls(), []);
		Object.assign(panel, { visible: false });
		pages.reveal('c', { ...fromList, preserveFocus: true });
		assert.deepEqual(takeCalls(), ['reveal panel: Title b: without focus']);
	});

	const kept: readonly [
		what: string,
		inUse: readonly string[],
		prepare: (pages: ReturnType<typeof open>['pages']) => unknown,
	][] = [
		['is in use', ['a'], () => {}],
		['was opened again', [], (pages) => pages.reveal('a')],
		[
			'is pinned',
			[],
			() =>
				setSetting('tabs', [
					{ isPinned: true, label: 'Title a', input: new TabInputWebview('mainThreadWebview-ticket') },
				]),
		],
		['is open while previews are off', [], () => setSetting('workbench.editor.enablePreview', false)],
	];
	for (const [what, inUse, prepare] of kept) {
		it(`does not replace one that ${what}`, () => {
			const { pages, titles } = open(...inUse);
			pages.reveal('a', fromList);
			prepare(pages);
			pages.reveal('b', fromList);
			assert.deepEqual(titles(), ['a', 'b']);
		});
	}

	it('replaces no page that was opened on its own after its preview was closed', () => {
		const { pages, titles, panelOf } = open();
		pages.reveal('a', fromList);
		panelOf('a').dispose();
		pages.reveal('a');
		pages.reveal('b', fromList);
		assert.deepEqual(titles(), ['a', 'a', 'b']);
	});
});

describe('The pages of a window', () => {
	it('know which one is in front', () => {
		const { pages, panelOf, told } = open();
		assert.equal(pages.activeKey, undefined);
		for (const key of ['a', 'b']) pages.reveal(key);
		panelOf('a').become({ active: false });
		assert.equal(pages.activeKey, 'b');
		panelOf('a').become({ active: true });
		assert.equal(pages.activeKey, 'a');
		assert.deepEqual(told, ['a in front', 'b in front', 'a in front']);
	});

	it('reload the visible ones from the forge', () => {
		const { pages, panelOf } = open();
		const refreshed: string[] = [];
		for (const key of ['a', 'b']) pages.reveal(key).page.refresh = () => void refreshed.push(key);
		panelOf('a').visible = false;
		pages.refresh();
		assert.deepEqual(refreshed, ['b']);
	});

	it('stop when the window closes, and keep their panels', () => {
		const { pages, told } = open();
		const { page } = pages.reveal('a');
		pages.dispose();
		assert.deepEqual([page.signal.aborted, told], [true, ['a in front']]);
	});
});

describe('A page from before the window was closed', () => {
	const restored = (pages: ReturnType<typeof open>['pages'], state: unknown) => {
		const panel = new FakePanel('ticket');
		panel.active = false;
		let isClosed = false;
		panel.onDidDispose(() => {
			isClosed = true;
		});
		pages.restore(panel as never, state);
		return isClosed;
	};

	it('is shown again', () => {
		const { pages, told } = open();
		assert.equal(restored(pages, { key: 'a' }), false);
		assert.deepEqual([pages.of('a')?.key, told], ['a', ['a behind']]);
	});
});
