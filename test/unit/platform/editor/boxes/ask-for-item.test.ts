import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { ListedItem } from '../../../../../src/platform/model/item-choices.ts';
import { made } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { askForItem } = await import('../../../../../src/platform/editor/boxes/ask-for-item.ts');

/** The box, on a forge where ~bob has gardens. */
function open() {
	const state = { listed: [] as string[], acted: [] as string[] };
	const gardens: readonly ListedItem[] = [
		{ name: 'roses', description: '**Red**\n\nand white.', note: 'pinned' },
		{ name: 'herbs', description: '', note: '' },
	];
	const answer = askForItem('Pin Garden', 'forge.test', {
		...{ nouns: 'gardens', icon: 'home' },
		read: (input) => {
			const [, owner, name] = /^(~\w+)(?:\/(\w+))?$/.exec(input) ?? [];
			return owner === undefined ? undefined : { owner, name };
		},
		list: async (owner) => {
			state.listed.push(owner);
			if (owner === '~nobody') throw new ForgeError('missing', 'Not found.');
			if (owner === '~slow') return new Promise(() => {});
			return owner === '~bob' ? gardens : [];
		},
		act: async ({ owner, name }) => {
			if (name === 'gone') throw new ForgeError('missing', 'Not found.');
			state.acted.push(`${owner}/${name}`);
		},
	});
	const box = made.boxes.at(-1) ?? assert.fail();
	const rows = () =>
		box.items.map(({ label, description, detail }) =>
			[label, description, detail].filter(Boolean).join(' · '),
		);
	const shows = (words: string) =>
		until(() => rows().some((one) => one.includes(words)), { what: `the box shows ${words}` });
	return { answer, box, rows, shows, state };
}

describe('The box that asks for an item of a user', () => {
	it('names the forge, and lists the items of the user that is typed', async () => {
		const { answer, box, rows, shows, state } = open();
		assert.deepEqual([box.title, box.ignoreFocusOut, box.isShown], ['Pin Garden: forge.test', true, true]);
		assert.deepEqual(rows(), []);
		box.type('~b');
		box.type('~bob');
		assert.deepEqual(rows(), ['$(loading~spin) · Loading gardens…']);
		await shows('roses');
		assert.deepEqual(rows(), ['$(home) ~bob/roses · pinned · Red', '$(home) ~bob/herbs']);
		box.type('~bob/her');
		assert.deepEqual(rows(), ['$(home) ~bob/herbs', '$(home) · ~bob/her · as typed']);
		box.choose('herbs');
		await answer;
		assert.deepEqual([state.listed, state.acted], [['~bob'], ['~bob/herbs']]);
	});

	it('takes what is typed in full at once, however fast Enter follows', async () => {
		const { answer, box, state } = open();
		box.type('~bob/secret');
		box.accept();
		await answer;
		assert.deepEqual([state.listed, state.acted], [[], ['~bob/secret']]);
	});

	it('acts on the item that the user sees, also if the list arrives before Enter', async () => {
		const { answer, box, shows, state } = open();
		box.type('~bob/rose');
		box.activeItems = box.items.slice(0, 1);
		await shows('roses');
		assert.deepEqual(
			box.activeItems.map(({ description }) => description),
			['~bob/rose · as typed'],
		);
		box.selectedItems = box.activeItems;
		box.accept();
		await answer;
		assert.deepEqual(state.acted, ['~bob/rose']);
	});

	it("lists each user's items once", async () => {
		const { answer, box, shows, state } = open();
		box.type('~bob');
		await shows('roses');
		box.type('~carol');
		await shows('~carol has no gardens that you can see.');
		box.type('~bob');
		await shows('roses');
		box.type('~nobody');
		await shows('~nobody has no gardens that you can see.');
		assert.deepEqual(state.listed, ['~bob', '~carol', '~nobody']);
		box.hide();
		await answer;
		assert.deepEqual(state.acted, []);
	});

	it('still says that it loads the items after what is typed in full has failed', async () => {
		const { answer, box, rows, shows } = open();
		box.type('~slow/gone');
		box.accept();
		await shows('Not found.');
		assert.equal(rows()[1], '$(loading~spin) · Loading gardens…');
		box.hide();
		await answer;
	});
});
