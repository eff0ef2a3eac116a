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

	for (const [submodule, label, description, reason] of [
		[
			{ kind: 'elsewhere', url: 'https://x.test/\u202elib' },
			'https://x.test/‹U+202E›lib',
			'commit 7777777',
			'The repository is not on one of your forges.',
		],
		[
			{ kind: 'missing', url: 'https://x.test/lib' },
			'https://x.test/lib',
			'commit 7777777 not found',
			'The forge does not have this commit, or does not show it to you.',
		],
		[
			{ kind: 'elsewhere', url: undefined },
			'Unknown repository',
			'commit 7777777',
			'The file .gitmodules does not say which repository it is.',
		],
	] as const) {
		it(`names its repository and says why: ${reason}`, () => {
			const row = unreadSubmoduleRow('files:lib', submodule, commit, about);
			assert.deepEqual([row.label, row.description], [label, description]);
			assert.equal(row.spokenLabel, `${label}, commit 7777777. ${reason}`);
			assert.ok(typeof row.tooltip === 'string' && row.tooltip.includes(`${commit}\n${reason} Click to`));
			assert.deepEqual(row.command, {
				id: 'tildeforge.showSubmodule',
				title: 'Show Submodule',
				arguments: [about],
			});
		});
	}
});
