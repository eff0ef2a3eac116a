import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { ListedItem } from '../../../../../src/platform/model/item-choices.ts';
import { made, passTurns } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { askForItem } = await import('../../../../../src/platform/editor/boxes/ask-for-item.ts');

const offline = new ForgeError('offline', 'No connection.');

/** The box, on a forge where ~bob has gardens. */
function open() {
	const state = { error: undefined as Error | undefined, listed: [] as string[], acted: [] as string[] };
	const gardens: readonly ListedItem[] = [
		{ name: 'roses', description: '**Red**\n\nand white.', note: 'pinned' },
		{ name: 'herbs', description: '', note: '' },
	];
	const answer = askForItem({
		...{ title: 'Pin Garden', nouns: 'gardens', icon: 'home', instance: 'forge.test' },
		read: (input) => {
			const [, owner, name] = /^(~\w+)(?:\/(\w+))?$/.exec(input) ?? [];
			return owner === undefined ? undefined : { owner, name };
		},
		list: async (owner) => {
			state.listed.push(owner);
			if (state.error) throw state.error;
			if (owner === '~nobody') throw new ForgeError('missing', 'Not found.');
			return owner === '~bob' ? gardens : [];
		},
		act: async ({ owner, name }) => {
			if (state.error) throw state.error;
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
		assert.deepEqual([state.listed, state.acted, box.isShown], [['~bob'], ['~bob/herbs'], false]);
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

	it('takes no other row if the selected one is gone', async () => {
		const { answer, box, shows, state } = open();
		box.type('~bob');
		await shows('herbs');
		box.selectedItems = box.items.filter(({ label }) => label.includes('herbs'));
		box.type('~bob/ro');
		box.accept();
		await passTurns();
		assert.deepEqual(state.acted, ['~bob/ro']);
		await answer;
	});

	it('keeps saying why the item cannot be taken when the list arrives, until the user types', async () => {
		const { answer, box, rows, shows, state } = open();
		box.type('~bob/secret');
		state.error = offline;
		box.accept();
		await shows('Try Again');
		state.error = undefined;
		await until(() => state.listed.length === 1, { what: 'the items are listed' });
		await passTurns();
		assert.deepEqual(rows(), ['$(home) ~bob/secret', '$(refresh) Try Again · No connection.']);
		box.type('~bob/ros');
		assert.deepEqual(rows()[0], '$(home) ~bob/roses · pinned · Red');
		box.hide();
		await answer;
	});

	it('does not list the items of a user whose name the user has replaced', async () => {
		const { answer, box, shows, state } = open();
		box.type('~carol');
		await shows('~carol has no gardens');
		box.type('~dave');
		box.type('~carol');
		box.accept();
		await passTurns();
		assert.deepEqual(state.listed, ['~carol']);
		box.hide();
		await answer;
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

	it('lists the items of a user at once if the user presses Enter', async () => {
		const { answer, box, rows, state } = open();
		box.type('~bob');
		box.accept();
		assert.deepEqual(state.listed, ['~bob']);
		await passTurns();
		assert.equal(rows().length, 2);
		box.hide();
		await answer;
		assert.deepEqual([state.listed, state.acted], [['~bob'], []]);
	});

	it('ignores Enter on a message row', async () => {
		const { answer, box, rows } = open();
		box.type('gardens');
		assert.deepEqual(rows(), ['$(info) · Enter ~user, ~user/name or a URL.']);
		box.accept();
		await passTurns();
		assert.equal(box.isShown, true);
		box.hide();
		await answer;
	});

	it('says why it could not list the items, and tries again', async () => {
		const { answer, box, shows, state } = open();
		state.error = offline;
		box.type('~bob');
		await shows('$(refresh) Try Again · No connection.');
		state.error = undefined;
		box.choose('Try Again');
		await shows('roses');
		box.hide();
		await answer;
		assert.deepEqual(state.listed, ['~bob', '~bob']);
	});

	it('stays with what was typed if the item cannot be taken, and tries again', async () => {
		const { answer, box, rows, shows, state } = open();
		box.type('~bob/secret');
		state.error = offline;
		box.accept();
		assert.deepEqual([box.enabled, box.busy], [false, true]);
		await shows('Try Again');
		assert.deepEqual(rows(), ['$(home) ~bob/secret', '$(refresh) Try Again · No connection.']);
		assert.deepEqual([box.value, box.enabled, box.busy], ['~bob/secret', true, false]);
		state.error = undefined;
		box.choose('Try Again');
		await answer;
		assert.deepEqual(state.acted, ['~bob/secret']);
	});

	it('fails if the user has to sign in again, or with a bug', async () => {
		for (const error of [new ForgeError('signed-out', 'The session has ended.'), new TypeError('a bug')]) {
			const { answer, box, state } = open();
			state.error = error;
			box.type('~bob/roses');
			box.accept();
			await assert.rejects(answer, error);
			assert.equal(box.isShown, false);
		}
	});
});
