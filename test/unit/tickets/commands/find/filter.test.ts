import assert from 'node:assert/strict';
import { TrackerCache } from '../../../../../src/tickets/state/tracker-cache.ts';
import { key, readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { made } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { askQuery } = await import('../../../../../src/tickets/commands/find/filter.ts');

const latestBox = () => made.boxes.at(-1) ?? assert.fail();

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

		const trackerCache = open();
		const answer = askQuery({ of: () => undefined, trackerCache: () => trackerCache }, key, {
			title: 'Filter',
			value: '',
		});
		const box = latestBox();
		assert.equal(box.isShown, true);
		box.type('status:open');
		await until(() => trackerCache.tickets.size === 60);
		await until(() => box.items[0]?.label === '$(filter) Show 60 tickets');
		box.accept();
		assert.deepEqual(await answer, { text: 'status:open' });
	});

	/** The box for a tracker that is not known. */
	function openUnknown(value = '', isContinued?: boolean) {
		const none = { of: () => undefined, trackerCache: () => undefined };
		const more = isContinued === undefined ? {} : { isContinued };
		const answer = askQuery(none, key, { title: 'Filter', value, ...more });
		const box = latestBox();
		const rows = () => box.items.map(({ label, description }) => [label, description]);
		const choose = (words: string) => box.choose(words);
		return { box, answer, rows, choose, type: (text: string) => box.type(text) };
	}

	it('begins with the filter that there is, which typing replaces, and returns it without the space around it', async () => {
		const { box, answer, choose } = openUnknown(' slow ');
		assert.deepEqual([box.value, box.selectedText], [' slow ', ' slow ']);
		choose('tickets');
		assert.deepEqual(await answer, { text: 'slow' });
	});

	it('selects nothing of a text that typing continues, and shows the rows for it', () => {
		const { box, rows } = openUnknown('status:opne', true);
		assert.deepEqual([box.value, box.selectedText], ['status:opne', '']);
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
		choose('open');
		assert.equal(box.value, 'status:open');
		choose('tickets');
		assert.deepEqual(await answer, { text: 'status:open' });
	});
});
