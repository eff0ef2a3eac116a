import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { buildScale } from '../../../src/sandbox/world/scale/scale.ts';
import { git, type WorldForge, worldForge } from './world-forge.ts';

describe('A demo world at a hundredth of its scale', () => {
	let forge: WorldForge;

	before(async () => {
		forge = await worldForge();
		await buildScale(0.01, forge);
	});
	after(() => forge.stop());

	it('has a hundredth of everything', async () => {
		const { trackers, lists } = forge.state;
		assert.equal(trackers.trackers[0]?.tickets.length, 100);
		assert.equal(lists.patchsets.length, 5);
		const files = await git(
			forge.repositories.pathOf({ owner: 'bob', name: 'mainframe' }),
			'ls-tree',
			'-r',
			'HEAD',
		);
		assert.equal(files.trim().split('\n').length, 200);
	});

	it('has patches that apply', async () => {
		const bare = forge.repositories.pathOf({ owner: 'bob', name: 'mainframe' });
		const clone = `${forge.folder}/clone`;
		await git(forge.folder, 'clone', '--quiet', bare, clone);
		const patches = forge.state.lists.mails.filter(({ isPatch }) => isPatch);
		const mails = patches.map(({ envelope }) => envelope.replaceAll('\r\n', '\n'));
		await writeFile(
			`${clone}/.git/box`,
			mails.map((mail) => `From mail Mon Sep 17 00:00:00 2001\n${mail}`).join('\n'),
		);
		await git(clone, 'am', '--quiet', '.git/box');
		assert.equal((await git(clone, 'rev-list', '--count', 'HEAD')).trim(), String(1 + patches.length));
	});
});
