import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/errors.ts';
import { ListView } from '../../../../src/platform/view/list-view.ts';
import type { Account } from '../../../../src/signin/connection.ts';
import { session } from './sessions.ts';

const account = (id: string): Account => ({
	session: { ...session, id, account: `~${id}`, scopes: null },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test' },
	connection: {
		...{ lists: undefined, repositories: undefined, trackers: undefined },
		onDidAnswer: () => ({ dispose: () => {} }),
	},
});
const ana = account('ana');

/** A view that fails as long as `line` has a failure. */
function open() {
	const line: { failure: ForgeErrorKind | undefined } = { failure: undefined };
	const view = new ListView('tildeforge.some', {
		...{ area: 'lists', itemsName: 'lists', scopes: [] },
		rows: async ({ session: { id } }) => {
			if (line.failure) throw new ForgeError(line.failure, 'It failed.');
			return [{ id: `${id}/list`, label: 'list' }];
		},
	});
	const labels = async (...accounts: readonly Account[]) =>
		(await view.roots(accounts, [])).map(({ label }) => label);
	return { line, view, labels };
}

describe('A view that reads its rows each time', () => {
	it('shows its rows, and no message', async () => {
		const { view, labels } = open();
		assert.deepEqual(await labels(ana), ['list']);
		assert.deepEqual([view.id, view.message], ['tildeforge.some', undefined]);
	});

	it('says in its message that there is no connection, until the rows are read', async () => {
		const { line, view, labels } = open();
		line.failure = 'offline';
		assert.deepEqual(await labels(ana), []);
		assert.equal(view.message, 'No connection. It failed.');
		line.failure = undefined;
		assert.deepEqual(await labels(ana), ['list']);
		assert.equal(view.message, undefined);
	});

	it('shows a refusal in a row', async () => {
		const { line, view, labels } = open();
		line.failure = 'forbidden';
		assert.deepEqual(await labels(ana), ['Not allowed']);
		assert.equal(view.message, undefined);
	});

	it('is read again when its own service answers, after it could not be reached', async () => {
		const { line, view, labels } = open();
		assert.equal(view.didAnswer(ana, 'lists'), false);
		line.failure = 'offline';
		await labels(ana);
		assert.deepEqual(
			[view.didAnswer(ana, 'trackers'), view.didAnswer(account('bob'), 'lists')],
			[false, false],
		);
		assert.notEqual(view.message, undefined);
		assert.deepEqual([view.didAnswer(ana, 'lists'), view.didAnswer(ana, 'lists')], [true, false]);
		assert.equal(view.message, undefined);
	});

	it('keeps its message about a busy server when another request is answered', async () => {
		const { line, view, labels } = open();
		line.failure = 'busy';
		await labels(ana);
		assert.equal(view.didAnswer(ana, 'lists'), false);
		assert.equal(view.message, 'Try again later. It failed.');
	});

	it('forgets the connection of an account that has signed out', async () => {
		const { line, view, labels } = open();
		line.failure = 'offline';
		await labels(ana);
		await labels();
		assert.equal(view.message, undefined);
	});
});
