import assert from 'node:assert/strict';
import type { Client } from '../../../../src/forge/client/connect.ts';
import { toOwnName } from '../../../../src/forge/contract/own-name.ts';
import type { repositoryRows } from '../../../../src/forge/rows/repositories.ts';
import type { trackerRows } from '../../../../src/forge/rows/trackers.ts';

describe('A name in the caller’s own namespace', () => {
	it('cannot be made from a name in another namespace', () => {
		assert.equal(toOwnName({ owner: '~bob', name: 'editor' }, '~bob'), 'editor');
		assert.throws(() => toOwnName({ owner: '~ana', name: 'editor' }, '~bob'), {
			kind: 'refused',
			message: '~ana/editor does not belong to ~bob.',
		});
		for (const owner of ['bob', '~Bob', ''])
			assert.throws(() => toOwnName({ owner, name: 'editor' }, '~bob'));
	});

	it('is the only kind of name that compiles in a route without an owner', () => {
		const calls = (
			trackers: Pick<Client<typeof trackerRows>, 'deleteTracker'>,
			repositories: Pick<Client<typeof repositoryRows>, 'deleteRepository' | 'updateRepository'>,
		) => [
			// @ts-expect-error A plain name may be one in another namespace.
			trackers.deleteTracker({ tracker: 'editor' }),
			trackers.deleteTracker({
				// @ts-expect-error The route has no owner.
				owner: '~ana',
				tracker: toOwnName({ owner: '~ana', name: 'editor' }, '~ana'),
			}),
			// @ts-expect-error A plain name may be one in another namespace.
			repositories.deleteRepository({ repository: 'editor' }),
			// @ts-expect-error A plain name may be one in another namespace.
			repositories.updateRepository({ repository: 'editor' }, { name: 'other' }),
		];
		const sent: unknown[] = [];
		const send = async (params: unknown): Promise<never> => sent.push(params) as never;
		calls({ deleteTracker: send }, { deleteRepository: send, updateRepository: send });
		assert.equal(sent.length, 4);
	});
});
