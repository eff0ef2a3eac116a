import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { LiveStatus } from '../../../../src/inbox/state/live-status.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import type { Area } from '../../../../src/signin/connections/connection.ts';
import { accountOf } from '../live/live-forge.ts';
import { live, poll } from '../model/live-facts.ts';

const watched = (
	family: 'tracker' | 'trackersUser',
	params: WatchedResource['hookTarget']['params'],
): WatchedResource => ({
	...{ id: family, account: 'ana', server: 'https://todo.forge.test' },
	hookTarget: { family, params },
	read: async () => ({ events: [], cursor: null }),
});

const editor = watched('tracker', { owner: '~ana', tracker: 'editor' });
const own = watched('trackersUser', {});

function open(all: readonly WatchedResource[] = [own, editor], accounts = [accountOf('ana')]) {
	const changes = new Emitter<void>();
	const status = new LiveStatus(
		{ accounts, onDidChange: changes.event },
		() => 1,
		{
			watched: all,
			hasFocus: true,
			pollOf: (resource) => (resource === 'tracker' ? poll : undefined),
			onDidChangePolling: changes.event,
		},
		{
			stateOf: ({ id }) => (id === 'tracker' ? live : { kind: 'pending' }),
			onDidChange: changes.event,
		},
	);
	return { status, changes };
}

describe('The live status', () => {
	it('has what is known of each resource', () => {
		const { state } = open().status;
		assert.deepEqual([state?.kind, state?.hasFocus], ['live', true]);
		assert.deepEqual(state?.resources, [
			{
				...{
					name: 'Trackers of ~ana',
					kind: 'tracker',
					isAccountWide: true,
					id: 'trackersUser',
					state: 'polled',
				},
				...{ server: 'https://todo.forge.test', hook: { kind: 'pending' }, poll: undefined },
			},
			{
				...{ name: '~ana/editor', kind: 'tracker', isAccountWide: false, id: 'tracker', state: 'live' },
				...{ server: 'https://todo.forge.test', hook: live, poll },
			},
		]);
	});

	it('is offline as soon as any request finds no connection, until the forge answers', () => {
		const account = accountOf('ana');
		const answers = new Emitter<Area>();
		const connection = { ...account.connection, onDidAnswer: answers.event };
		const { status } = open([editor], [{ ...account, connection }]);
		let changes = 0;
		status.onDidChange(() => {
			changes += 1;
		});
		answers.fire('trackers');
		assert.deepEqual([status.state?.kind, changes], ['live', 0]);
		connection.losses.didLose('trackers', new ForgeError('offline', "Can't connect."));
		assert.deepEqual([status.state?.kind, changes], ['offline', 1]);
		const { since, ...failure } = status.state?.resources[0]?.poll?.failure ?? assert.fail();
		assert.deepEqual([failure, typeof since], [{ why: "Can't connect.", isOffline: true }, 'number']);
		// It is offline since the first of the failures.
		connection.losses.didLose('trackers', new ForgeError('offline', "Can't connect."));
		assert.equal(status.state?.resources[0]?.poll?.failure?.since, since);
		connection.losses.didAnswer('trackers');
		answers.fire('trackers');
		assert.deepEqual([status.state?.kind, changes], ['live', 2]);
		assert.ok((status.state?.resources[0]?.answeredAt ?? 0) >= (since ?? assert.fail()));
	});

	it('knows the webhooks of a target', () => {
		const { status } = open();
		assert.equal(status.hookOf('ana', { ...editor.hookTarget, sync: true }), live);
		assert.equal(status.hookOf('bob', editor.hookTarget), undefined);
		assert.equal(status.hookOf('ana', { family: 'tracker', params: { owner: '~ana' } }), undefined);
	});

	it('is that of an ended sign-in if there is no other', () =>
		assert.equal(open([], []).status.state?.kind, 'signed out'));

	it('changes with accounts, polling and webhooks, until it is disposed', () => {
		const { status, changes } = open();
		let count = 0;
		status.onDidChange(() => {
			count += 1;
		});
		changes.fire();
		assert.equal(count, 3);
		status.dispose();
		changes.fire();
		assert.equal(count, 3);
	});
});
