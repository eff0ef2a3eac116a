import assert from 'node:assert/strict';
import * as v from 'valibot';
import { List } from '../../../../src/forge/shapes/lists.ts';
import { offersStatus, permitsStatus } from '../../../../src/patches/model/permissions.ts';

describe('Who may set the status of patchsets', () => {
	const all = ['browse', 'reply', 'post', 'moderate'];
	const most = ['browse', 'reply', 'post'];
	const list = {
		...{ id: 1, created: '', updated: '', name: 'devel', description: '', permissions: null },
		owner: { canonical_name: '~ana', name: 'ana' },
	};

	it('is known from the permissions of the list', () => {
		const permits = (subscriber: string[], account: string[]) =>
			permitsStatus({ ...list, permissions: { nonsubscriber: [], subscriber, account } });
		assert.deepEqual(
			[permits(most, most), permits(all, most), permits(most, all), permits([], [])],
			[false, true, true, false],
		);
		assert.equal(permitsStatus(list), undefined);
	});

	it('is known only in part if the list leaves out a group of users', () => {
		for (const group of ['subscriber', 'account']) {
			const permits = (permitted: string[]) =>
				permitsStatus(v.parse(List, { ...list, permissions: { [group]: permitted } }));
			assert.deepEqual([permits(all), permits(most)], [true, undefined], group);
		}
	});

	it('is what the forge says of the user, if it does, and only then menus offer no status', () => {
		for (const [access, general, isPermitted] of [
			[most, all, false],
			[all, most, true],
		] as const) {
			const permissions = { nonsubscriber: [], subscriber: [...general], account: [...general] };
			const known = { ...list, permissions, access: [...access] };
			assert.deepEqual([permitsStatus(known), offersStatus(known)], [isPermitted, isPermitted]);
			assert.equal(offersStatus({ ...known, access: null }), true);
		}
		assert.equal(offersStatus(undefined), true);
	});
});
