import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { partOfList } from '../../../../../src/patches/state/lists/part-of-list.ts';
import type { ItemName } from '../../../../../src/platform/model/item-name.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

/** Finds the part where only some items exist, and lists what was asked for. */
async function find(
	existing: readonly string[],
	prefix = '',
	known: { readonly ofWorkspace?: ItemName; readonly ofHub?: readonly ItemName[] } = {},
) {
	const asked: string[] = [];
	const found = await partOfList(list, known, prefix, async ({ owner, name }) => {
		asked.push(`${owner}/${name}`);
		return existing.includes(name);
	});
	return { found: found && `${found.owner}/${found.name}`, asked };
}

describe('The repository or tracker of a mailing list', () => {
	it('is that of the project of the workspace, without asking', async () => {
		const ofWorkspace = { owner: '~bob', name: 'fork' };
		const ofHub = [{ owner: '~ana', name: 'editor' }];
		assert.deepEqual(await find([], 'editor', { ofWorkspace, ofHub }), {
			found: '~bob/fork',
			asked: [],
		});
	});

	it('is the one that patches name, and else the one of the list', async () => {
		const both = ['docs', 'editor'];
		assert.deepEqual(await find(both, 'docs'), { found: '~ana/docs', asked: ['~ana/docs'] });
		assert.deepEqual(await find(both, 'gone'), {
			found: '~ana/editor',
			asked: ['~ana/gone', '~ana/editor'],
		});
		assert.deepEqual(await find(both), { found: '~ana/editor', asked: ['~ana/editor'] });
	});

	it('is the one that belongs to it at the hub, and patches name one of several', async () => {
		const tools = { owner: '~team', name: 'tools' };
		const docs = { owner: '~team', name: 'docs' };
		const one = { ofHub: [tools] };
		assert.deepEqual(await find(['editor'], '', one), { found: '~team/tools', asked: [] });
		assert.deepEqual(await find([], 'next', one), { found: '~team/tools', asked: ['~ana/next'] });
		assert.deepEqual(await find(['editor', 'other'], 'other', one), {
			found: '~ana/other',
			asked: ['~ana/other'],
		});
		const several = { ofHub: [tools, docs] };
		assert.deepEqual(await find(['docs'], 'docs', several), { found: '~team/docs', asked: [] });
		assert.deepEqual(await find(['editor'], '', several), { found: undefined, asked: [] });
		const withList = { ofHub: [docs, { owner: '~team', name: 'editor' }] };
		assert.deepEqual(await find(['editor'], '', withList), { found: '~team/editor', asked: [] });
	});

	it('is none if no such item exists, and unknown if the forge does not answer', async () => {
		assert.equal((await find(['other'])).found, undefined);
		const exists = () => Promise.reject(new ForgeError('offline', 'No connection.'));
		await assert.rejects(partOfList(list, {}, '', exists), ForgeError);
	});
});
