import assert from 'node:assert/strict';
import type { ListKey } from '../../../src/platform/model/keys.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { demoLists } from '../forge/demo-lists.ts';
import { projectItems } from '../items/project-items.ts';
import type { Name } from './demo-window.ts';
import './editor.ts';

const { ListCommands } = await import('../../../src/patches/commands/list-commands.ts');

/** A row of the view, which a command is called on. By default, that of a list. */
export const row = (list: string, about: object = {}, { owner = '~ana', account = 'ana' } = {}) => ({
	...{ id: list, label: list },
	about: { kind: 'list', key: { account, owner, list }, ...about },
});

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window with the commands on mailing lists. */
export function listCommands(quirks: readonly Quirk[] = []) {
	const { open, forge } = demoLists(quirks);
	return {
		forge,
		open: async (...names: readonly Name[]) => {
			const window = await open({ names });
			const { lists } = window;
			const project = projectItems();
			let current: ListKey | undefined;
			const account = (name: Name) => lists.of(name) ?? assert.fail();
			return {
				...window,
				account,
				seen: lists.seen,
				commands: new ListCommands(lists, async () => current, project.items),
				/** The list that the user works with. */
				setCurrent: (key: ListKey) => {
					current = key;
				},
				/** The lists that the window shows. */
				shown: (name: Name) => account(name).lists.names.map((one) => `${one.owner}/${one.name}`),
			};
		},
	};
}
