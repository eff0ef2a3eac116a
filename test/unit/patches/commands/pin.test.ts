import assert from 'node:assert/strict';
import { listChoices } from '../../../../src/patches/commands/find/list-choices.ts';
import { listKeyOf, targetOf } from '../../../../src/patches/commands/patches-command-target.ts';
import { answerWith, choose, takeCalls } from '../../editor.ts';
import { itemBoxRows, shownRows, typeInItemBox } from '../../item-box.ts';
import { projectItems } from '../../platform/view/project-items.ts';
import { listCommands, row } from './window.ts';

const [{ pinList }, { pickList, pickSubscribedList }] = await Promise.all([
	import('../../../../src/patches/commands/pin.ts'),
	import('../../../../src/patches/commands/pick-list.ts'),
]);

describe('Pinning a mailing list', () => {
	const { open, forge } = listCommands();

	for (const typed of ['~ana/editor-devel', '~ana/editor-devel@lists.forge.test', 'address']) {
		it(`finds it by ${typed}, and shows its row while the box is open`, async () => {
			const { shown, showRow } = shownRows();
			const { account, lists } = await open('bob');
			const address = `${forge().addresses.lists}/~ana/editor-devel/patches/3`;
			const listRow = pinList(lists, showRow);
			const box = await typeInItemBox(typed === 'address' ? address : typed);
			assert.equal(box.title, 'Pin Mailing List: forge.test');
			box.accept();
			await listRow;
			assert.deepEqual(shown, ['bob/~ana/editor-devel']);
			assert.deepEqual(account('bob').lists.pins.all, [{ owner: '~ana', name: 'editor-devel' }]);
		});
	}

	it('lets the user choose among those of a user, and marks those that they subscribe to', async () => {
		const { account, lists } = await open('bob');
		const { subscribed } = account('bob').lists;
		subscribed?.put([{ id: 1, owner: '~ana', name: 'editor-devel' }]);
		const pinned = pinList(lists, shownRows().showRow);
		const box = await typeInItemBox('~ana');
		const rows = await itemBoxRows(box, 'editor-devel');
		assert.deepEqual(
			rows.map((one) => one.split(' · ').slice(0, 2)),
			[
				['$(mail) ~ana/editor-announce', 'New versions of the editor, and nothing else.'],
				['$(mail) ~ana/editor-devel', 'subscribed'],
			],
		);
		box.choose('editor-announce');
		await pinned;
		assert.deepEqual(account('bob').lists.pins.all, [{ owner: '~ana', name: 'editor-announce' }]);
	});

	it('says that a user has none, or that a list does not exist', async () => {
		const { shown, showRow } = shownRows();
		const { account, lists } = await open('bob');
		const pinned = pinList(lists, showRow);
		const box = await typeInItemBox('~carol');
		await itemBoxRows(box, '~carol has no mailing lists that you can see.');
		box.type('~ana/other');
		box.accept();
		await itemBoxRows(box, 'Not found');
		box.hide();
		await pinned;
		assert.deepEqual(shown, []);
		assert.deepEqual(account('bob').lists.pins.all, []);
	});

	it('can be undone, also without a row', async () => {
		const { account, commands } = await open('bob');
		const { pins } = account('bob').lists;
		for (const args of [[row('editor-devel', {}, { account: 'bob' })], []] as const) {
			await pins.pin({ owner: '~ana', name: 'editor-devel' });
			await commands.unpin(args);
			assert.deepEqual(pins.all, []);
		}
		await commands.unpin([]);
		assert.equal(takeCalls().at(-1), 'information: You have no pinned mailing lists.');
	});
});

describe('A command on a mailing list', () => {
	const { open } = listCommands();

	it('offers the lists of the project first, and then the known ones, or only some of them', async () => {
		const { lists, account } = await open('ana');
		await account('ana').lists.own.refresh();
		const { accounts } = lists;
		const { items } = projectItems('~ana/editor-devel');
		const offered = await listChoices({ accounts, project: items });
		assert.deepEqual(
			offered.map(({ key, isInProject }) => [key.list, isInProject]),
			[
				['editor-devel', true],
				['editor-announce', false],
			],
		);
		assert.deepEqual(await listChoices({ accounts, project: items }, 'pinned'), []);
		answerWith(choose('editor-devel'));
		assert.deepEqual(await pickList({ accounts }, { title: 'Title' }), {
			...{ account: 'ana', owner: '~ana', list: 'editor-devel' },
		});
	});

	it('says that there is no list to unsubscribe from', async () => {
		const { lists, account } = await open('ana');
		account('ana').lists.subscribed?.put([]);
		assert.equal(await pickSubscribedList(lists.accounts, 'Unsubscribe'), undefined);
		assert.equal(takeCalls().at(-1), "information: You aren't subscribed to any mailing lists.");
	});

	it('finds its list in the row, also below the list', () => {
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const about = { kind: 'patchset', key: { ...list, patchset: 3 } };
		assert.deepEqual(listKeyOf([row('editor-devel', about)]), list);
		assert.deepEqual(targetOf([about]), { ...about, listId: undefined });
		assert.equal(listKeyOf([]), undefined);
	});
});
