import assert from 'node:assert/strict';
import { unreadSubmoduleRow } from '../../../../src/repositories/view/submodule-rows.ts';

describe('The row of a submodule that cannot be shown', () => {
	const commit = '7'.repeat(40);
	const about = {
		kind: 'entry',
		key: { account: 'ana', owner: '~ana', repository: 'editor' },
		revision: { kind: 'ref', name: 'refs/heads/main' },
		path: 'lib',
		isFolder: true,
	} as const;

	for (const [submodule, label, description, spoken, reason] of [
		[
			{ kind: 'elsewhere', url: 'https://x.test/\u202elib' },
			'Not on your forges',
			'x.test/‹U+202E›lib',
			'Not on your forges, commit 7777777 of https://x.test/‹U+202E›lib',
			'The repository is not on one of your forges.',
		],
		[
			{ kind: 'missing', url: 'git@x.test:lib' },
			'Commit not found',
			'git@x.test:lib',
			'Commit not found, commit 7777777 of git@x.test:lib',
			'The forge does not have this commit, or does not show it to you.',
		],
		[
			{ kind: 'elsewhere', url: undefined },
			'Not in .gitmodules',
			'commit 7777777',
			'Not in .gitmodules, commit 7777777',
			'The file .gitmodules does not say which repository it is.',
		],
	] as const) {
		it(`says why, and names its repository and commit: ${label}`, () => {
			const row = unreadSubmoduleRow('files:lib', submodule, commit, about);
			assert.deepEqual([row.label, row.description, row.spokenLabel], [label, description, spoken]);
			const offer = submodule.url === undefined ? 'copy the ID of the commit' : 'open or copy its address';
			assert.ok(typeof row.tooltip === 'string' && row.tooltip.endsWith(`\n${reason} Click to ${offer}.`));
			assert.ok(typeof row.tooltip === 'string' && row.tooltip.startsWith(`Commit ${commit}`));
			assert.deepEqual(row.command, {
				id: 'tildeforge.showSubmodule',
				title: 'Show Submodule',
				arguments: [about],
			});
		});
	}
});
