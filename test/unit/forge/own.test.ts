import assert from 'node:assert/strict';
import type { Client } from '../../../src/forge/connect.ts';
import { own } from '../../../src/forge/own.ts';
import type { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import type { trackerRows } from '../../../src/forge/rows/trackers.ts';

describe('The name of something in the caller’s own namespace', () => {
	it('is not made of a name in another namespace, which would stand for something of the caller there', () => {
		assert.equal(own({ owner: '~bob', name: 'editor' }, '~bob'), 'editor');
		assert.throws(() => own({ owner: '~ana', name: 'editor' }, '~bob'), {
			kind: 'refused',
			message: '~ana/editor does not belong to ~bob.',
		});
		for (const owner of ['bob', '~Bob', '']) assert.throws(() => own({ owner, name: 'editor' }, '~bob'));
	});

	it('is all that a route without an owner takes, so that a plain name does not compile there', () => {
		const calls = (
			trackers: Pick<Client<typeof trackerRows>, 'deleteTracker'>,
			repositories: Pick<Client<typeof repositoryRows>, 'deleteRepository' | 'updateRepository'>,
		) => [
			// @ts-expect-error A plain name may be one in another namespace.
			trackers.deleteTracker({ tracker: 'editor' }),
			// @ts-expect-error The route has no owner.
			trackers.deleteTracker({ owner: '~ana', tracker: own({ owner: '~ana', name: 'editor' }, '~ana') }),
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
