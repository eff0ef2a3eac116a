import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { PartsOfLists } from '../../../../../src/patches/state/lists/parts-of-lists.ts';
import { MailingLists } from '../../../../../src/patches/state/mailing-lists.ts';
import { AccountCaches } from '../../../../../src/platform/state/account-caches.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { dialectOptions } from '../../../../graphql-forge/graphql-api.ts';
import { countedAccount } from '../../../../kit/forge/counted-account.ts';
import { fixedAccounts } from '../../../../kit/forge/fixed-accounts.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { openWorkspace } from '../../../../kit/window/open-workspace.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

const projects = [
	{
		owner: 'ana',
		name: 'editor',
		lists: ['~ana/editor-devel'],
		repositories: ['~ana/notes', '~bob/website'],
		trackers: ['~bob/website'],
	},
];

describe('The repositories and trackers of lists that a hub knows', () => {
	const lifetime = new Lifetime();
	let forge: Forge;
	before(async () => {
		forge = await startForge({ port: 0, ...dialectOptions('both', projects) });
	});
	after(async () => {
		lifetime.dispose();
		await forge.stop();
	});

	/** Opens a window. `sent` has the number of requests to the forge, and `asked` the names that the guess asks for. */
	async function open(isGraphql: boolean, folder = temporaryFolder('hub'), known: readonly string[] = []) {
		const { log } = readable();
		const { token = '', graphqlToken = '' } = forge.users.find(({ name }) => name === '~ana') ?? {};
		const instance = { name: 'forge', ...forge.addresses };
		const sent = { count: 0 };
		const { account } = countedAccount(
			{
				...{ instance, me: '~ana', isGraphql, token: isGraphql ? graphqlToken : token },
				onRequest: () => {
					sent.count += 1;
				},
			},
			lifetime,
		);
		const caches = new AccountCaches(folder, log, (id) => id);
		const lists = lifetime.add(
			await MailingLists.open({ forges: fixedAccounts([account], caches), folder, log }),
		);
		const workspace = lifetime.add(openWorkspace({ folders: [] }));
		const asked: string[] = [];
		const parts = new PartsOfLists({
			projects: async () => workspace.projects,
			instanceOf: () => 'forge',
			existing: async () => ({
				has: async ({ name }) => asked.push(name) > 0,
				known: async ({ name }) => (known.includes(name) ? true : undefined),
			}),
			hub: (id) => lists.of(id)?.hubProjects,
			log,
		});
		return { parts, asked, sent, folder };
	}

	it('are those of its projects, with one request for all lists of an owner, on any window', async () => {
		const { parts, asked, sent, folder } = await open(true);
		const website = { owner: '~bob', name: 'website' };
		const before = sent.count;
		assert.equal(await parts.findKnown('tracker', list, ''), undefined);
		assert.deepEqual(await parts.find('tracker', list, '', { maxRequests: 1 }), website);
		assert.deepEqual(await parts.find('repository', list, 'website RFC'), website);
		assert.equal(await parts.find('repository', list, ''), undefined, 'there are several');
		assert.deepEqual(await parts.findKnown('tracker', list, ''), website);
		assert.deepEqual([sent.count - before, asked], [1, []]);
		const other = await open(true, folder);
		const beforeOther = other.sent.count;
		assert.deepEqual(await other.parts.find('tracker', list, ''), website);
		assert.equal(other.sent.count, beforeOther);
	});

	it('are not asked for with no request left, and then the names count', async () => {
		const { parts, asked, sent } = await open(true, undefined, ['editor']);
		const before = sent.count;
		const editor = { owner: '~ana', name: 'editor' };
		assert.deepEqual(await parts.find('tracker', list, '', { maxRequests: 0 }), editor);
		assert.equal(parts.hasMoreToAsk('tracker', list, ''), true);
		assert.deepEqual([sent.count - before, asked], [0, []]);
	});

	it('are guessed from names for a list that is in no project, and in REST', async () => {
		const { parts, asked } = await open(true);
		const announce = { ...list, list: 'editor-announce' };
		const limit = { maxRequests: 1 };
		assert.deepEqual(await parts.find('tracker', announce, '', limit), { owner: '~ana', name: 'editor' });
		assert.deepEqual(asked, ['editor']);
		const inRest = await open(false);
		const before = inRest.sent.count;
		assert.deepEqual(await inRest.parts.find('tracker', list, ''), { owner: '~ana', name: 'editor' });
		assert.equal(inRest.sent.count, before);
	});
});
