import assert from 'node:assert/strict';
import * as v from 'valibot';
import { List } from '../../../../src/forge/shapes/lists.ts';
import { listOf, readTarget, seriesOf } from '../../../../src/patches/model/patches-target.ts';
import { describePermissions, mayPost, replyProblem } from '../../../../src/patches/model/permissions.ts';
import { targetAddress } from '../../../../src/patches/model/target-address.ts';
import { listItems } from '../../../../src/patches/view/list-items.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

describe('What a command on mailing lists is given', () => {
	for (const target of [
		{ kind: 'patchset', key: { ...list, patchset: 3 }, listId: 'group' },
		{ kind: 'thread', list, mail: 7, message: '<7@mail.test>', listId: undefined },
		{ kind: 'thread', list, mail: 7, message: '<7@mail.test>', listId: undefined, patchset: 3 },
		{ kind: 'patch', series: { ...list, patchset: 3 }, mail: 7, message: '<7@mail.test>', listId: undefined },
		{ kind: 'patch', series: { ...list, mail: 6 }, mail: 7, message: '<7@mail.test>', listId: undefined },
	] as const) {
		it(`can be ${JSON.stringify(target)}`, () => {
			const read = readTarget(JSON.parse(JSON.stringify({ ...target, more: 1 })));
			assert.deepEqual(read, target);
			assert.deepEqual(read && listOf(read), list);
		});
	}

	it('is opened as the version that it belongs to', () => {
		assert.deepEqual(seriesOf({ kind: 'thread', list, mail: 7, message: '' }), { ...list, mail: 7 });
		const series = { ...list, patchset: 3 };
		assert.deepEqual(seriesOf({ kind: 'patch', series, mail: 7, message: '' }), series);
		assert.deepEqual(seriesOf({ kind: 'patchset', key: series }), series);
	});

	it('is the mail that is answered by one that was not sent', () => {
		for (const series of [
			{ ...list, patchset: 3 },
			{ ...list, mail: 6 },
		])
			assert.deepEqual(readTarget({ kind: 'change', key: series, mail: 7, entry: 'one' }), {
				...{ kind: 'patch', series, mail: 7, message: '', listId: undefined },
			});
	});

	it('is a patchset if it is a status that is not on the forge yet', () => {
		const key = { ...list, patchset: 3 };
		assert.deepEqual(readTarget({ kind: 'change', key, entry: 'one' }), {
			...{ kind: 'patchset', key, listId: undefined },
		});
		assert.equal(
			readTarget({ kind: 'change', key: { account: 'one', owner: '~ana', tracker: 'x', ticket: 3 } }),
			undefined,
		);
	});

	it('has a web page, whatever the address of the forge ends with', () => {
		const target = { kind: 'patchset', key: { ...list, patchset: 3 } } as const;
		for (const base of ['https://lists.forge.test', 'https://lists.forge.test/'])
			assert.equal(targetAddress(base, target), 'https://lists.forge.test/~ana/editor-devel/patches/3');
	});

	for (const value of [
		undefined,
		null,
		'list',
		{ kind: 'list' },
		{ kind: 'list', key: { ...list, owner: 1 } },
		{ kind: 'patchset', key: list },
		{ kind: 'patchset', key: { ...list, patchset: 1.5 } },
		{ kind: 'thread', list },
		{ kind: 'thread', list: {}, mail: 1 },
		{ kind: 'patch', series: list, mail: 1 },
		{ kind: 'ticket', key: list },
	]) {
		it(`is not ${JSON.stringify(value)}`, () => assert.equal(readTarget(value), undefined));
	}
});

describe('A mailing list', () => {
	it('has a name that forges accept', () => {
		const isFine = (name: string) => listItems.names.accepted.test(name);
		assert.ok(['a', '_a', 'a.b-c_1', 'A', 'Linux-Devel', 'x'.repeat(255)].every(isFine));
		assert.ok(!['', '.a', '1a', 'a/b', 'ä', 'x'.repeat(256)].some(isFine));
	});
});

describe('The permissions of a mailing list', () => {
	const owner = { canonical_name: '~ana', name: 'ana' };
	const permissions = { nonsubscriber: [], subscriber: ['browse', 'post'], account: ['browse'] };
	const reader = { me: '~bob', isSubscribed: false };
	const subscriber = { ...reader, isSubscribed: true };
	const owns = { ...reader, me: '~ana' };
	/** As a forge sends it that says nothing of some groups of users. */
	const listWith = (known: Partial<typeof permissions>) =>
		v.parse(List, { owner, name: 'devel', permissions: known });

	it('say who may post', () => {
		assert.equal(mayPost({ owner, permissions }, reader), false);
		assert.equal(mayPost({ owner, permissions }, { ...reader, isSubscribed: true }), true);
		assert.equal(mayPost({ owner, permissions }, { ...reader, me: '~ana' }), true);
		assert.equal(mayPost({ owner, permissions: null }, reader), undefined);
	});

	it('do not say who may post if they leave out the group of the user', () => {
		const [ofSubscribers, ofAccounts] = [listWith({ subscriber: [] }), listWith({ account: [] })];
		assert.deepEqual(
			[mayPost(ofSubscribers, reader), mayPost(ofSubscribers, subscriber)],
			[undefined, false],
		);
		assert.deepEqual([mayPost(ofAccounts, reader), mayPost(ofAccounts, subscriber)], [false, undefined]);
	});

	it('say who may reply', () => {
		const onlySubscribers = { ...permissions, subscriber: ['reply'] };
		const problem = (of: typeof permissions | null, by = reader) =>
			replyProblem({ owner, permissions: of }, by);
		assert.equal(problem(onlySubscribers), 'Only subscribers may reply to this list.');
		assert.equal(problem(onlySubscribers, { ...reader, isSubscribed: true }), '');
		assert.match(problem(permissions), /^~ana, the owner of the list, does not let you reply/);
		for (const by of [reader, { ...reader, isSubscribed: true }])
			assert.equal(problem({ ...permissions, account: ['browse', 'reply'] }, by), '');
		assert.deepEqual([problem(permissions, { ...reader, me: '~ana' }), problem(null)], ['', '']);
	});

	it('forbid no reply that a group that they leave out may permit', () => {
		const onlyOwner = '~ana, the owner of the list, does not let you reply to it.';
		const [ofSubscribers, ofAccounts] = [listWith({ subscriber: [] }), listWith({ account: [] })];
		const problems = [ofSubscribers, ofAccounts].map((list) =>
			[reader, subscriber].map((by) => replyProblem(list, by)),
		);
		assert.deepEqual(problems, [
			['', ''],
			[onlyOwner, ''],
		]);
	});

	it('do not matter if the forge says what this user may do', () => {
		const restricted = { ...listWith({}), permissions, access: ['browse', 'reply', 'post'] };
		const open = {
			...listWith({ account: ['reply', 'post'], subscriber: ['reply', 'post'] }),
			access: ['browse'],
		};
		for (const by of [reader, subscriber]) {
			assert.deepEqual([mayPost(restricted, by), replyProblem(restricted, by)], [true, '']);
			assert.equal(mayPost(open, by), false);
			assert.match(replyProblem(open, by), /^~ana, the owner of the list, does not let you reply/);
		}
		assert.deepEqual([mayPost(open, owns), replyProblem(open, owns)], [true, '']);
	});

	it('are shown in words', () =>
		assert.equal(
			describePermissions(permissions),
			'Subscribers can browse and post · Other signed-in users can browse · Users without an account have no access',
		));

	it('are shown without the groups that they leave out', () => {
		const { permissions: known } = listWith({ account: ['browse'] });
		assert.equal(known && describePermissions(known), 'Other signed-in users can browse');
		const { permissions: none } = listWith({});
		assert.equal(none && describePermissions(none), '');
	});
});
