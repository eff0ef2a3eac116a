import assert from 'node:assert/strict';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { nullAnswer } from '../../graphql-forge/server/errors.ts';
import { people, type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';

const inEditor = (selection: string) =>
	`query { user(username: "owner") { tracker(name: "editor") { ${selection} } } }`;

describe('A GraphQL server as in practice', () => {
	/** What a test asks, without the quirk and with it. */
	const compare = async (quirk: Quirk, ask: (forge: StartedArea) => Promise<unknown>) => {
		const answers: unknown[] = [];
		for (const quirks of [[], [quirk]]) {
			const forge = await startGraphqlArea('trackers', ...quirks);
			try {
				answers.push(await ask(forge));
			} finally {
				await forge.stop();
			}
		}
		return answers;
	};

	/** The owner's tracker `editor` with a ticket. */
	const editor = ({ trackers }: StartedArea) => {
		const tracker = trackers.create('owner', { name: 'editor' });
		return { tracker, ticket: trackers.tickets.open(tracker, people.owner, { title: 'It is slow' }) };
	};

	it('answers 403 for a token that has ended', async () => {
		const statuses = await compare('bad-token-is-403', async (forge) => {
			const token = forge.token('owner');
			forge.accounts.revoke(token);
			const { status, errors } = await forge.askWith(token, 'query { version { major } }');
			return [status, errors?.[0]?.message];
		});
		const message = 'Authentication error: Invalid or expired OAuth 2.0 bearer token';
		assert.deepEqual(statuses, [
			[401, message],
			[403, message],
		]);
	});

	it('does not tell a forbidden ticket from a missing one', async () => {
		const answers = await compare('null-is-forbidden', async (forge) => {
			const { ticket } = editor(forge);
			forge.trackers.tickets.permit(ticket, { user: ['comment'] });
			const { data, errors } = await forge.ask('other', inEditor('ticket(id: 1) { id }'));
			return [data.user.tracker.ticket, errors?.map((error) => error.message)];
		});
		assert.deepEqual(answers, [
			[null, ['Access denied']],
			[null, undefined],
		]);
	});

	it('has an error about a null for a missing ticket, and no tracker', async () => {
		const answers = await compare('missing-ticket-nulls-tracker', async (forge) => {
			editor(forge);
			const { data, errors } = await forge.ask('other', inEditor('ticket(id: 9) { id }'));
			return [data.user.tracker, errors?.map(({ message, path }) => [message, path?.join('.')])];
		});
		assert.deepEqual(answers, [
			[{ ticket: null }, undefined],
			[null, [[nullAnswer, 'user.tracker.ticket']]],
		]);
	});

	it('fails to answer a page of events because of a mention in a hidden ticket', async () => {
		const events = (selection: string) =>
			inEditor(
				`name ticket(id: 1) { events { results { changes { eventType ... on TicketMention { ${selection} } } } } }`,
			);
		const answers = await compare('one-row-nulls-page', async (forge) => {
			const { tracker } = editor(forge);
			const hidden = forge.trackers.tickets.open(tracker, people.owner, {
				...{ title: 'A secret', description: 'As in #1.' },
			});
			forge.trackers.tickets.permit(hidden, { user: [] });
			const whole = await forge.ask('other', events('ticket { id }'));
			const part = await forge.data('other', events('eventType'));
			return [
				whole.data.user.tracker.ticket?.events.results.length ?? null,
				whole.errors?.map(({ message, path }) => [message, path?.at(-1)]),
				part.user.tracker.ticket.events.results.length,
			];
		});
		assert.deepEqual(answers, [
			[1, undefined, 1],
			[null, [[nullAnswer, 'ticket']], 2],
		]);
	});

	it('has no codes in errors', async () => {
		const many = Array.from({ length: 201 }, (_, nth) => `v${nth}: __typename`).join(' ');
		const answers = await compare('text-errors-without-codes', async (forge) => {
			editor(forge);
			const label =
				'mutation { createLabel(trackerId: 1, name: "", foregroundColor: "#000000", backgroundColor: "#000000") { id } }';
			const input = await forge.ask('owner', label);
			const expensive = await forge.ask('owner', `query { ${many} }`);
			return [
				[input.errors?.[0]?.message, input.errors?.[0]?.extensions],
				[expensive.status, expensive.errors?.[0]?.extensions],
			];
		});
		assert.deepEqual(answers, [
			[
				['Name is required', { code: 'ERR_INVALID_INPUT', field: 'name' }],
				[200, { code: 'COMPLEXITY_LIMIT_EXCEEDED' }],
			],
			[
				['Name is required', { field: 'name' }],
				[422, undefined],
			],
		]);
	});

	it('ends if a new user sends the first two requests at once', async () => {
		const outcomes = await compare('first-requests-end-service', async (forge) => {
			editor(forge);
			const ask = (name: 'owner' | 'third') =>
				forge.ask(name, 'query { version { major } }').then(
					({ status }) => status,
					() => 'no answer',
				);
			return [await ask('third'), await ask('owner'), ...(await Promise.all([ask('third'), ask('third')]))];
		});
		assert.deepEqual(outcomes, [
			[200, 200, 200, 200],
			[200, 200, 200, 200],
		]);
		const [, ended] = await compare('first-requests-end-service', async (forge) => {
			const ask = () =>
				forge.ask('third', 'query { version { major } }').then(
					() => 'answer',
					() => 'none',
				);
			return [...(await Promise.all([ask(), ask()])), await ask()];
		});
		assert.equal(Array.isArray(ended) && ended.at(-1), 'none');
	});

	it('does not know a user who has never used the service', async () => {
		const known = await compare('user-unknown-to-service', async (forge) => {
			editor(forge);
			const find = async (name: string) => {
				const query = 'query ($name: String!) { user(username: $name) { id } }';
				return (await forge.data('other', query, { name })).user !== null;
			};
			const before = await Promise.all(['owner', 'other', 'third'].map(find));
			await forge.ask('third', 'query { version { major } }');
			return [...before, await find('third')];
		});
		assert.deepEqual(known, [
			[true, true, true, true],
			[true, true, false, true],
		]);
	});

	it('may have a lower limit for the cost of a document', async () => {
		const many = Array.from({ length: 101 }, (_, nth) => `v${nth}: __typename`).join(' ');
		const messages = await compare('cost-limit', async (forge) => {
			const { errors } = await forge.ask('owner', `query { ${many} }`);
			return errors?.[0]?.message;
		});
		assert.deepEqual(messages, [undefined, 'operation has complexity 101, which exceeds the limit of 100']);
	});

	it('cannot find out every third time whose token it is, if the identity service fails', async () => {
		const statuses = await compare('identity-down', async (forge) => {
			const token = forge.token('owner');
			const ask = async () => (await forge.askWith(token, 'query { version { major } }')).status;
			return [await ask(), await ask(), await ask()];
		});
		assert.deepEqual(statuses, [
			[200, 200, 200],
			[200, 200, 500],
		]);
	});
});
