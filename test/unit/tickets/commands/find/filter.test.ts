import assert from 'node:assert/strict';
import type { QuickPick } from 'vscode';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { askQuery, type FilterItem } from '../../../../../src/tickets/commands/find/filter.ts';
import { TrackerCache } from '../../../../../src/tickets/state/tracker-cache.ts';
import { key, readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';

/** The parts of a quick pick that a filter uses. */
function quickPick() {
	const [typed, accepted, hidden] = [new Emitter<string>(), new Emitter<void>(), new Emitter<void>()];
	let items: readonly FilterItem[] = [];
	const box = {
		value: '',
		isShown: false,
		/** VS Code selects what is in the box when it is shown. */
		selected: '',
		activeItems: [] as readonly FilterItem[],
		selectedItems: [] as readonly FilterItem[],
		get items() {
			return items;
		},
		set items(next) {
			items = next;
			box.activeItems = next.slice(0, 1);
		},
		onDidChangeValue: typed.event,
		onDidAccept: accepted.event,
		onDidHide: hidden.event,
		onDidTriggerButton: new Emitter<never>().event,
		show: () => {
			box.isShown = true;
			box.selected = box.value;
		},
		dispose: () => hidden.fire(),
	};
	return {
		box,
		hide: () => hidden.fire(),
		input: box as unknown as QuickPick<FilterItem>,
		/** Text arrives only while the quick pick is open. */
		type: (text: string) => {
			if (!box.isShown) return;
			box.value = text;
			typed.fire(text);
		},
		accept: () => {
			box.selectedItems = box.activeItems;
			accepted.fire();
		},
	};
}

describe('The input box for a filter', () => {
	const { forge: start, storage, ending } = stage();

	it('opens before the disk has been read, and counts the tickets as soon as it has', async () => {
		const forge = await start();
		forge.fill(60);
		const cache = await storage();
		const open = () => {
			const trackerCache = new TrackerCache({ key, client: forge.client('ana'), cache, log: readable().log });
			ending(() => trackerCache.dispose());
			return trackerCache;
		};
		const filled = open();
		await filled.refresh();
		await filled.settled();

		const { box, input, type, accept } = quickPick();
		const trackerCache = open();
		const answer = askQuery(input, { of: () => undefined, trackerCache: () => trackerCache }, key, {
			title: 'Filter',
			value: '',
		});
		type('status:open');
		const first = () => box.items[0]?.row;
		await until(() => trackerCache.tickets.size === 60);
		await until(() => {
			const row = first();
			return row?.kind === 'apply' && row.label === 'Show 60 tickets';
		});
		accept();
		assert.deepEqual(await answer, { text: 'status:open' });
	});

	/** The box for a tracker that is not known. */
	function openUnknown(value = '', isContinued?: boolean) {
		const picked = quickPick();
		const none = { of: () => undefined, trackerCache: () => undefined };
		const more = isContinued === undefined ? {} : { isContinued };
		const answer = askQuery(picked.input, none, key, { title: 'Filter', value, ...more });
		const rows = () => picked.box.items.map(({ label, description }) => [label, description]);
		const choose = (what: FilterItem['row']['kind']) => {
			picked.box.activeItems = picked.box.items.filter(({ row }) => row.kind === what).slice(0, 1);
			assert.equal(picked.box.activeItems.length, 1, `there is no ${what}`);
			picked.accept();
		};
		return { ...picked, answer, rows, choose };
	}

	it('begins with the filter that there is, which typing replaces, and returns it without the space around it', async () => {
		const { box, answer, choose } = openUnknown(' slow ');
		assert.deepEqual([box.value, box.selected], [' slow ', ' slow ']);
		choose('apply');
		assert.deepEqual(await answer, { text: 'slow' });
	});

	it('selects nothing of a text that typing continues, and shows the rows for it', () => {
		const { box, rows } = openUnknown('status:opne', true);
		assert.deepEqual([box.value, box.selected], ['status:opne', '']);
		assert.deepEqual(rows()[0], ['$(warning)', 'Unknown status "opne". Did you mean status:open?']);
	});

	it('shows icons of its own only, and values as they are written', () => {
		const { rows, type } = openUnknown();
		assert.deepEqual(rows()[0], ['$(clear-all) Show all tickets', undefined]);
		const [, key = assert.fail()] = rows();
		assert.equal(key[0], '$(symbol-key)');
		assert.match(key[1] ?? '', /^status: · ./);
		type('status:$(x)');
		assert.deepEqual(rows().slice(0, 2), [
			['$(warning)', 'Unknown status "\\$(x)".'],
			['$(filter) No matching tickets so far', undefined],
		]);
		type('status:op');
		assert.equal(rows()[0]?.[0], 'open');
	});

	it('replaces the text by the completion that the user accepts, and stays open', async () => {
		const { box, answer, choose, type } = openUnknown();
		type('status:op');
		choose('completion');
		assert.equal(box.value, 'status:open');
		choose('apply');
		assert.deepEqual(await answer, { text: 'status:open' });
	});

	it('does nothing if the user accepts a problem, or a row that has just disappeared', async () => {
		const { box, answer, choose, accept, type, hide } = openUnknown();
		type('status:opne');
		choose('problem');
		box.activeItems = [];
		accept();
		assert.equal(box.value, 'status:opne');
		hide();
		assert.equal(await answer, undefined);
	});

	it('keeps the row that the user has chosen while the numbers change', async () => {
		const forge = await start();
		const trackerCache = new TrackerCache({
			...{ key, client: forge.client('ana'), cache: await storage(), log: readable().log },
		});
		ending(() => trackerCache.dispose());
		const { box, input, type, hide } = quickPick();
		const known = { of: () => undefined, trackerCache: () => trackerCache };
		const answer = askQuery(input, known, key, { title: 'Filter', value: '' });
		type('label:');
		const second = box.items[1]?.row ?? assert.fail();
		box.activeItems = box.items.slice(1, 2);
		await trackerCache.refresh();
		await until(() => box.items.some(({ label }) => label === 'slow'));
		assert.equal(box.activeItems[0]?.row.label.split(' ')[0], second.label.split(' ')[0]);
		hide();
		await answer;
	});
});
