import assert from 'node:assert/strict';
import { formatClock } from '../../../../src/platform/model/words.ts';
import type { PastText } from '../../../../src/platform/page/page-text.ts';
import { PageTexts } from '../../../../src/platform/page/page-texts.ts';
import { letter, postcard, written } from '../state/letters.ts';
import { textWindows } from '../state/texts/text-windows.ts';

describe('The texts of a page', () => {
	const { folder, ending, open } = textWindows();

	async function openPage() {
		const { texts } = await open(await folder());
		let changes = 0;
		/** What a page says about texts that are no longer written. */
		const sender: { state: PastText['state'] } = { state: 'discarded' };
		const page = new PageTexts({
			texts,
			isOfPage: ({ to }) => to === letter.to,
			keyOf: (name, at: string) => ({ account: name, to: at }),
			accountOf: ({ account: id }, before) => before ?? { id, name: '~ana', instance: 'forge.test' },
			pastState: ({ state }) => (state === 'discarded' ? sender.state : undefined),
			changed: () => changes++,
		});
		ending(page);
		const save = (text: string, revision = 1, writer = 'page') =>
			page.handlers.draft({
				page: letter.account,
				at: letter.to,
				text: { ...{ id: 'one', revision, writer, base: null }, body: { text, stamps: [] } },
			});
		/** Whether the page needs a new snapshot after `act`. */
		const isOutdatedBy = async (act: () => Promise<unknown>) => {
			page.shownPast();
			const before = changes;
			await act();
			return changes > before;
		};
		const bodies = () => page.editing.map(({ body }) => body.text);
		return { texts, page, sender, save, isOutdatedBy, bodies };
	}

	it('are for what is at their place, and stay so', async () => {
		const { texts, page, save, bodies } = await openPage();
		assert.equal((await save('Hello')).id, 'one');
		assert.deepEqual(texts.get('one')?.key, letter);
		const text = { id: 'one', revision: 2, writer: 'page', base: null, body: { text: 'Hello!', stamps: [] } };
		await page.handlers.draft({ page: 'another', at: postcard.to, text });
		assert.deepEqual([texts.get('one')?.key, bodies()], [letter, ['Hello!']]);
	});

	it('need a new snapshot when they change elsewhere, but not for the letters of the page', async () => {
		const { texts, save, isOutdatedBy, bodies } = await openPage();
		assert.ok(await isOutdatedBy(() => save('H')), 'the first letter');
		assert.equal(await isOutdatedBy(() => save('He', 2)), false);
		const byOther = { id: 'one', revision: 3, writer: 'other', base: { revision: 2, writer: 'page' } };
		assert.ok(await isOutdatedBy(() => texts.write(written(letter, 'Hello', byOther))));
		assert.ok(await isOutdatedBy(() => save('Hey', 3)), 'both versions are kept');
		assert.equal(await isOutdatedBy(() => texts.write(written(postcard, 'For another page'))), false);
		assert.deepEqual(bodies(), ['Hey', 'Hello']);
	});

	it('need a new snapshot when what has become of one changes', async () => {
		const { texts, page, sender, save, isOutdatedBy } = await openPage();
		await save('Hello');
		await texts.discard('one');
		const change = async () => {
			sender.state = 'refused';
			page.didChange();
		};
		assert.ok(await isOutdatedBy(change));
	});

	it('keep the account of their first version', async () => {
		const { texts, save } = await openPage();
		const account = { id: letter.account, name: '~bob', instance: 'forge.test' };
		await texts.write(written(letter, 'H', { id: 'one', account }));
		await save('He', 2);
		assert.deepEqual(texts.get('one')?.account, account);
	});

	it('need a new snapshot when a letter arrives for one that was sent or discarded', async () => {
		const { texts, save, isOutdatedBy } = await openPage();
		await save('Hello');
		await texts.discard('one');
		assert.ok(await isOutdatedBy(() => save('Hello')));
		assert.equal(texts.get('one')?.state, 'discarded');
	});

	it('can be discarded and restored', async () => {
		const { page, save, isOutdatedBy, bodies } = await openPage();
		const { discard, restoreDraft } = page.handlers;
		await save('Hello');
		assert.ok(await isOutdatedBy(() => discard({ id: 'one' })));
		assert.deepEqual(page.shownPast(), [{ id: 'one', revision: 1, writer: 'page', state: 'discarded' }]);
		await restoreDraft({ id: 'one' });
		assert.deepEqual([page.shownPast(), bodies()], [[], ['Hello']]);
		await assert.rejects(restoreDraft({ id: 'one' }), /nothing left to restore/);
	});
});

describe('The time at which a text was saved', () => {
	it('is that of the user', () => {
		const at = Date.parse('2026-11-20T08:12:00Z');
		assert.deepEqual([formatClock(at, 'UTC'), formatClock(at, 'Asia/Tokyo')], ['08:12', '17:12']);
	});
});
