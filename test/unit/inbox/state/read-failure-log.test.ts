import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ReadFailureLog } from '../../../../src/inbox/state/read-failure-log.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const tracker = {
	id: 'tracker',
	hookTarget: { family: 'tracker', params: { owner: '~ana', tracker: 'editor' } },
} as const;
const all = { id: 'all', hookTarget: { family: 'trackersUser', params: {} } } as const;

describe('The log of what cannot be read', () => {
	it('names each resource once for each kind of failure, until it can be read again', () => {
		const { log, lines } = readable();
		const failures = new ReadFailureLog(log);
		const offline = () => failures.didFail(tracker, '~ana', new ForgeError('offline', 'No network.'));
		offline();
		offline();
		failures.didFail(tracker, '~ana', new TypeError('x'));
		offline();
		failures.didFail(all, '~ana', new ForgeError('busy', 'Later.'));
		failures.didRead(all, '~ana');
		failures.didRead(tracker, '~ana');
		failures.didRead(tracker, '~ana');
		offline();
		const texts = lines.map(({ line }) => line);
		const unread = /Could not check tracker ~ana\/editor for updates/;
		assert.equal(texts.filter((text) => unread.test(text)).length, 3, texts.join('\n'));
		assert.equal(texts.filter((text) => /Could not check trackers of ~ana for updates/.test(text)).length, 1);
		assert.equal(
			texts.filter((text) => /Can check tracker ~ana\/editor for updates again/.test(text)).length,
			1,
		);
		assert.equal(texts.length, 6);
	});
});
