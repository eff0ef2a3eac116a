import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openClone } from '../../../../src/platform/git/clone.ts';
import { isShallow } from '../../../../src/platform/git/local-log.ts';
import { LocalObjects } from '../../../../src/platform/git/local-objects.ts';
import { commitAll, git, newFolder, newRepository, userGit, writeFiles } from '../../../kit/items/clones.ts';
import { endings } from '../../../tools/endings.ts';

const messages = ['Än\n\ncommit 0123456789012345678901234567890123456789', 'Two\n\n--\nx', 'Three'];

describe('The log of a local clone', () => {
	const ending = endings();

	async function objectsOf(root: string) {
		const objects = new LocalObjects(git, (await openClone(git, root)) ?? assert.fail());
		ending(objects);
		return objects;
	}

	/** A repository with a commit for each message, and their ids, the newest first. */
	function write() {
		const root = newRepository({ 'a.txt': 'a\n' });
		for (const [nth, message] of messages.entries()) {
			writeFiles(root, { [`src/${nth}.txt`]: `${nth}\n`, ':(glob)*': `${nth % 2}\n` });
			commitAll(root, message);
		}
		return { root, ids: userGit(root, 'rev-list', 'HEAD').split('\n') };
	}

	it('has the newest commits, as they are read one by one', async () => {
		const { root, ids } = write();
		const objects = await objectsOf(root);
		const [tip = ''] = ids;
		const log = (await objects.log(tip, { most: 3 })) ?? [];
		assert.deepEqual(log, await Promise.all(ids.slice(0, 3).map((id) => objects.commit(id))));
	});

	it('can be listed in parts, with what a search needs, whatever the settings of the user are', async () => {
		const { root, ids } = write();
		userGit(root, 'config', 'i18n.logOutputEncoding', 'latin1');
		userGit(root, 'config', 'log.showSignature', 'true');
		const objects = await objectsOf(root);
		const [tip = ''] = ids;
		const listed = async (skip: number, most: number) =>
			(await objects.logEntries(tip, { skip, most, paths: [] })) ?? [];
		const all = [...(await listed(0, 2)), ...(await listed(2, 9))];
		assert.deepEqual(await listed(4, 9), []);
		const read = await Promise.all(ids.map((id) => objects.commit(id)));
		assert.deepEqual(
			all.map(({ id, parents, author, message }) => [id, parents, author.name, author.email, message.trim()]),
			read.map((one) => [one?.id, one?.parents, one?.author.name, one?.author.email, one?.message.trim()]),
		);
		assert.deepEqual(
			all.map(({ timestamp }) => Date.parse(timestamp)),
			read.map((one) => Date.parse(one?.timestamp ?? '')),
		);
	});

	it('has the commits that changed a file or folder, whose name is no pattern', async () => {
		const { root, ids } = write();
		const objects = await objectsOf(root);
		const [tip = ''] = ids;
		const changing = async (...paths: string[]) =>
			(await objects.logEntries(tip, { skip: 0, most: 9, paths }))?.map(({ id }) => ids.indexOf(id));
		assert.deepEqual(await changing('src'), [0, 1, 2]);
		assert.deepEqual(await changing('src/1.txt'), [1]);
		assert.deepEqual(await changing('src/*.txt'), []);
		assert.deepEqual(await changing(':(glob)*'), [0, 1, 2]);
		assert.deepEqual(await changing('--all'), []);
	});

	it('says how far two commits are apart, if the clone has the history of both', async () => {
		const { root, ids } = write();
		const [tip = '', , third = ''] = ids;
		userGit(root, 'checkout', '--quiet', '-b', 'other', third);
		writeFiles(root, { 'b.txt': 'b\n' });
		commitAll(root, 'Beside');
		const other = userGit(root, 'rev-parse', 'HEAD').trim();
		const objects = await objectsOf(root);
		assert.deepEqual(await objects.distance(other, tip), { ahead: 1, behind: 2 });
		assert.deepEqual(await objects.distance(tip, tip), { ahead: 0, behind: 0 });
		assert.equal(await objects.distance(tip, 'f'.repeat(40)), undefined);
		const shallow = join(newFolder('shallow'), 'clone');
		userGit(root, 'clone', '--quiet', '--depth=2', '--no-single-branch', `file://${root}`, shallow);
		assert.equal(await (await objectsOf(shallow)).distance(other, tip), undefined);
	});

	it('is missing if the clone does not have the commit, and cannot be searched if it is not complete', async () => {
		const { root, ids } = write();
		const shallow = join(newFolder('shallow'), 'clone');
		userGit(root, 'clone', '--quiet', '--depth=2', `file://${root}`, shallow);
		const objects = await objectsOf(shallow);
		const [tip = '', , third = ''] = ids;
		assert.deepEqual([await isShallow(git, root), await isShallow(git, shallow)], [false, true]);
		assert.deepEqual(
			(await objects.log(tip, { most: 9 }))?.map(({ id, parents }) => [id, parents]),
			[0, 1].map((nth) => [ids[nth], [ids[nth + 1]]]),
		);
		assert.equal(await objects.log(third, { most: 9 }), undefined);
		for (const id of [tip, third])
			assert.equal(await objects.logEntries(id, { skip: 0, most: 9, paths: [] }), undefined);
	});
});
