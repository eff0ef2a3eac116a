import assert from 'node:assert/strict';
import type { QuickPick } from 'vscode';
import { Emitter } from '../../../../src/base/emitter.ts';
import { askQuery, type FilterItem } from '../../../../src/tickets/commands/filter.ts';
import { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { until } from '../../../tools/until.ts';
import { key, readable, stage } from '../state/forge.ts';

/** The parts of a quick pick that a filter uses. */
function quickPick() {
	const [typed, accepted, hidden] = [new Emitter<string>(), new Emitter<void>(), new Emitter<void>()];
	let items: readonly FilterItem[] = [];
	const box = {
		value: '',
		isShown: false,
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
		show: () => {
			box.isShown = true;
		},
		dispose: () => hidden.fire(),
	};
	return {
		box,
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
		const answer = askQuery(
			input,
			{ of: () => undefined, trackerCache: () => trackerCache },
			key,
			'Filter',
			'',
		);
		type('status:open');
		const first = () => box.items[0]?.row;
		await until(() => trackerCache.tickets.size === 60);
		await until(() => {
			const row = first();
			return row?.kind === 'apply' && row.words === 'Show 60 tickets';
		});
		accept();
		assert.equal(await answer, 'status:open');
	});
});
