import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Commit } from '../../../../../src/forge/shapes/repositories.ts';
import type { Received } from '../../../../../src/forge/webhooks/delivery.ts';
import { answerPush } from '../../../../../src/repositories/state/watch/push-answers.ts';
import { demoRepositories } from '../../../../kit/forge/demo-repositories.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
type Options = Parameters<typeof answerPush>[3];

describe('The answer to a push to a repository', () => {
	const { open: openWindow } = demoRepositories();

	async function open() {
		const { repositories } = await openWindow();
		const account = repositories.of('ana') ?? assert.fail();
		await account.answered.set('editor', true);
		// The demo world's commits have this address.
		Object.assign(account.instance, { trackers: 'https://trackers.example.org' });
		const { client } = account;
		const log: Commit[] = [];
		for await (const { rows } of client.log({ owner: '~ana', repository: 'editor' })) log.push(...rows);
		const at = log.findIndex(({ message }) => message.includes('Implements: '));
		const [newest = assert.fail(), before = assert.fail()] = log.slice(at);
		const pushed = (commit: Commit, name = 'refs/heads/master'): Received => ({
			isVerified: true,
			delivery: {
				...{ kind: 'event', event: 'repo:post-update', delivery: 'one' },
				body: { push: 'one', pusher: null, refs: [{ name, annotated_tag: null, old: before, new: commit }] },
			},
		});
		const { log: written, lines } = readable();
		const tell = (options: Partial<Options> = {}, received = pushed(newest), of = key) =>
			answerPush(of, received, AbortSignal.timeout(10_000), {
				repositories,
				ticketOf: async ({ tracker }) =>
					tracker === 'editor' ? { title: 'Some title', state: 'Reported' } : undefined,
				landed: async (_, commits) => [
					{
						...{ ref: '~ana/editor-devel#1', title: `Of ${commits.length}`, version: 1 },
						...{ status: 'proposed', landed: 1, patches: 2 },
					},
				],
				log: written,
				limits: { commitsMs: 10_000, ticketsMs: 10_000, allMs: 10_000 },
				...options,
			});
		return { repositories, account, client, newest, pushed, lines, tell };
	}

	it('names the tickets and patchsets of the new commits', async () => {
		const { newest, tell } = await open();
		const [, ticket] = /Implements: .+\/(\d+)$/m.exec(newest.message) ?? assert.fail();
		assert.deepEqual((await tell()).trimEnd().split('\n'), [
			'Tildeforge (~ana): 1 commit to master',
			`  implements ~ana/editor#${ticket}: Some title (Reported)`,
			'  contains 1 of 2 patches of ~ana/editor-devel#1: Of 1 (proposed)',
		]);
	});

	it('is empty unless the user has turned it on, even if another user has a repository of that name', async () => {
		const { account, tell } = await open();
		assert.equal(await tell({}, undefined, { ...key, owner: '~bob' }), '');
		assert.equal(await tell({}, undefined, { ...key, account: 'bob' }), '');
		await account.answered.set('editor', false);
		assert.equal(await tell(), '');
	});

	it('is empty for deliveries that tell of no push to a branch', async () => {
		const { newest, pushed, repositories, tell } = await open();
		Object.assign(repositories, { cache: () => assert.fail('It opens a repository.') });
		assert.equal(await tell({}, pushed(newest, 'refs/tags/v9')), '');
		const delivery = { kind: 'truncated', event: 'repo:post-update', delivery: 'one' } as const;
		assert.equal(await tell({}, { delivery, isVerified: true }), '');
	});

	it('is empty for a delivery that the forge has not signed, without requests', async () => {
		const { client, newest, pushed, tell } = await open();
		const fail = () => assert.fail();
		Object.assign(client, { logFrom: fail, tree: fail });
		const options = { ticketOf: fail, landed: fail };
		assert.equal(await tell(options, { ...pushed(newest), isVerified: false }), '');
	});

	it('uses what the delivery contains if the forge does not answer', async () => {
		const { client, newest, pushed, lines, tell } = await open();
		const fail = () => {
			throw new ForgeError('offline', 'The cable is out.');
		};
		Object.assign(client, { logFrom: fail, tree: fail });
		const message = 'See ~bob/shell#3\n\nFixes: ~ana/editor#12\n';
		const answer = await tell(
			{
				ticketOf: () => Promise.reject(new TypeError('a bug')),
				landed: () => new Promise(() => {}),
				limits: { allMs: 300 },
			},
			pushed({ ...newest, id: 'f'.repeat(40), message }),
		);
		assert.deepEqual(answer.trimEnd().split('\n'), [
			'Tildeforge (~ana): at least 1 commit to master',
			'  fixes ~ana/editor#12',
			'  mentions ~bob/shell#3',
		]);
		assert.match(lines.map(({ line }) => line).join('\n'), /leaves out older commits/);
		assert.match(lines.map(({ line }) => line).join('\n'), /leaves out patchsets/);
	});

	it('names only five tickets, and does not ask for more', async () => {
		const { client, newest, pushed, tell } = await open();
		Object.assign(client, { logFrom: () => assert.fail() });
		const asked: number[] = [];
		const message = `Many\n\n${Array.from({ length: 12 }, (_, at) => `~ana/editor#${at + 1}`).join(' ')}\n`;
		const ticketOf: Options['ticketOf'] = async ({ ticket }) => {
			asked.push(ticket);
			return undefined;
		};
		const answer = await tell(
			{ ticketOf, landed: async () => [] },
			pushed({ ...newest, id: 'f'.repeat(40), message }),
		);
		assert.match(answer, /and 7 tickets more\n$/);
		assert.equal(asked.length, 5);
	});
});
