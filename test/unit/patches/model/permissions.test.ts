import assert from 'node:assert/strict';
import { onlyOwnerMessage, permitsStatus } from '../../../../src/patches/model/permissions.ts';

describe('Who may set the status of patchsets', () => {
	const all = ['browse', 'reply', 'post', 'moderate'];
	const most = ['browse', 'reply', 'post'];

	it('is known from the permissions of the list', () => {
		const permits = (subscriber: string[], account: string[]) =>
			permitsStatus({ nonsubscriber: [], subscriber, account });
		assert.deepEqual(
			[permits(most, most), permits(all, most), permits(most, all), permits([], [])],
			[false, true, true, false],
		);
		assert.equal(permitsStatus(null), undefined);
	});

	it('is said with the name of the owner', () => {
		assert.equal(
			onlyOwnerMessage('~ana'),
			'Only ~ana, the owner of the list, and its moderators may change the status.',
		);
	});
});
