import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRows } from '../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { listItems } from '../../src/patches/view/list-items.ts';
import { repositoryItems } from '../../src/repositories/view/repository-items.ts';
import { trackerItems } from '../../src/tickets/view/tracker-items.ts';
import { root } from '../tools/places.ts';

const manifest: { contributes: { commands: { command: string; title: string }[] } } = JSON.parse(
	readFileSync(join(root, 'package.json'), 'utf8'),
);
const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]));
const item = { owner: '~ana', name: 'editor' };

for (const [kind, rows] of [
	[listItems, [listRows.lists, listRows.list]],
	[repositoryItems, [repositoryRows.repositories, repositoryRows.repository]],
	[trackerItems, [trackerRows.trackers, trackerRows.tracker]],
] as const) {
	describe(`The kind of items named ${kind.nouns}`, () => {
		it('needs the permission to list and to read them', () => {
			for (const { scope } of rows) assert.ok(scope !== null && kind.scopes.includes(scope), String(scope));
		});

		it('has the titles that its commands have in the manifest', () => {
			const { pin, create } = kind.commands;
			assert.deepEqual(
				[titles.get(pin), titles.get(create)],
				[`Pin ${kind.titleNoun}…`, `New ${kind.titleNoun}…`],
			);
		});
	});
}

describe('The key of an item', () => {
	it('has its name, in a property that differs by kind', () => {
		const list = listItems.keyOf('one', item);
		const repository = repositoryItems.keyOf('one', item);
		const tracker = trackerItems.keyOf('one', item);
		assert.deepEqual(
			[listItems.itemOf(list), repositoryItems.itemOf(repository), trackerItems.itemOf(tracker)],
			[item, item, item],
		);
		const names = [list, repository, tracker].flatMap((key) =>
			Object.entries(key).flatMap(([name, value]) => (value === 'editor' ? [name] : [])),
		);
		assert.deepEqual(names, ['list', 'repository', 'tracker']);
	});
});
