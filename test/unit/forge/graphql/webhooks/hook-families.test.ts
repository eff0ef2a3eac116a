import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { hookFamilies } from '../../../../../src/forge/graphql/webhooks/hook-families.ts';
import { webhookOperations } from '../../../../../src/forge/graphql/webhooks/operations.ts';
import { webhookRows } from '../../../../../src/forge/rows/webhooks.ts';
import { eventsOf, type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { graphqlName } from '../../../../../src/forge/webhooks/graphql-events.ts';
import { scriptedClient } from '../scripted-client.ts';

const owner = '~ana';
const hook = { id: 7, events: [], url: 'http://127.0.0.1:9/hook' };

interface Case {
	readonly params: Readonly<Record<string, string | number>>;
	/** What a page of hooks, or one hook, is below. */
	readonly answer: (found: unknown) => unknown;
	/** The answer to the search for the number, if a list of hooks does not show it. */
	readonly number?: unknown;
	readonly creates: string;
	/** The variables that name the resource in the mutation. */
	readonly target: Readonly<Record<string, unknown>>;
}

const ofUser: Omit<Case, 'creates'> = { params: {}, answer: (found) => ({ found }), target: {} };
const cases: Readonly<Record<Family, Case>> = {
	listsUser: { ...ofUser, creates: 'createUserWebhook' },
	list: {
		params: { owner, list: 'devel' },
		answer: (found) => ({ owner: { list: { id: 42, found } } }),
		creates: 'createMailingListWebhook',
		target: { list: 42 },
	},
	repositoriesUser: { ...ofUser, creates: 'createUserWebhook' },
	repository: {
		params: { owner, repository: 'editor' },
		answer: (found) => ({ found }),
		number: { owner: { repository: { id: 42 } } },
		creates: 'createGitWebhook',
		target: {},
	},
	trackersUser: { ...ofUser, creates: 'createUserWebhook' },
	tracker: {
		params: { owner, tracker: 'editor' },
		answer: (found) => ({ owner: { tracker: { id: 42, found } } }),
		creates: 'createTrackerWebhook',
		target: { tracker: 42 },
	},
	ticket: {
		params: { owner, tracker: 'editor', ticket: '3' },
		answer: (found) => ({ owner: { tracker: { id: 42, ticket: { id: 3, found } } } }),
		creates: 'createTicketWebhook',
		target: { tracker: 42, ticket: 3 },
	},
};

describe('The webhooks of a family', () => {
	for (const [name, { params, answer, number, creates, target }] of Object.entries(cases)) {
		const family = name as Family;
		const event = eventsOf(family).find((one) => graphqlName(family, one) !== undefined) ?? '';

		it(`are listed, created, read and deleted where GraphQL has them: ${family}`, async () => {
			const { client, sent } = await scriptedClient<ReturnType<typeof webhookRows<string>>>(
				webhookRows(families[family].path),
				webhookOperations(family),
			).open(
				...(number === undefined ? [] : [{ data: number }]),
				{ data: answer({ results: [hook], next: null }) },
				{ data: { created: hook } },
				{ data: answer(hook) },
				{ data: { deleted: { id: 7 } } },
			);
			assert.equal((await listAll(client.hooks(params))).length, 1);
			assert.equal((await client.createHook(params, { url: hook.url, events: [event] })).id, 7);
			assert.equal((await client.hook({ ...params, hook: 7 })).id, 7);
			await client.deleteHook({ ...params, hook: 7 });
			const [creation, reading, deletion] = sent().slice(number === undefined ? 1 : 2);
			assert.match(creation?.document ?? '', new RegExp(`created: ${creates}\\(`));
			const { config, ...named } = creation?.variables ?? {};
			assert.deepEqual(named, target);
			assert.equal(
				typeof config === 'object' && config !== null && 'repositoryID' in config
					? config.repositoryID
					: null,
				family === 'repository' ? 42 : null,
			);
			assert.equal(reading?.variables.hook, 7);
			assert.deepEqual(deletion?.variables, { hook: 7 });
			assert.match(deletion?.document ?? '', new RegExp(creates.replace('create', 'delete')));
		});

		it(`need the rights to read their resource and its events: ${family}`, () => {
			for (const scope of hookFamilies[family].scopes) assert.match(scope, /^[A-Z]+:RO$/);
		});
	}
});
