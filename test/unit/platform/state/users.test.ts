import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { User } from '../../../../src/forge/shapes/people.ts';
import { Users } from '../../../../src/platform/state/users.ts';
import { bob } from '../../../kit/items/bobs-profile.ts';
import { skippableTime } from '../../../kit/window/clock.ts';

describe('The users of an account', () => {
	const time = skippableTime();
	const account = () => {
		const asked: string[] = [];
		const answers: (() => Promise<User>)[] = [];
		const user = ({ owner }: { readonly owner: string }) => {
			asked.push(owner);
			return (answers.shift() ?? (async () => ({ ...bob, canonical_name: owner })))();
		};
		return { asked, answers, client: { user } };
	};

	it('are read once for each account', async () => {
		const users = new Users();
		const [one, other] = [account(), account()];
		for (const reference of ['user:~bob', 'user:~bob', 'user:~ana']) await users.of(one, reference);
		assert.equal((await users.of(other, 'user:~bob')).user, '~bob');
		assert.deepEqual([one.asked, other.asked], [['~bob', '~ana'], ['~bob']]);
	});

	it('have a bio without Markdown', async () => {
		const one = account();
		one.answers.push(async () => ({ ...bob, bio: 'Writes *[editors](https://e.example)*.' }));
		assert.equal((await new Users().of(one, 'user:~bob')).bio, 'Writes editors.');
	});

	it('are read again after a failure', async () => {
		const users = new Users();
		const one = account();
		one.answers.push(() => Promise.reject(new Error('offline')));
		await assert.rejects(users.of(one, 'user:~bob'));
		assert.equal((await users.of(one, 'user:~bob')).location, 'Utrecht');
	});

	it('are read once more after a failure of which several callers learn', async () => {
		const users = new Users();
		const one = account();
		one.answers.push(() => Promise.reject(new Error('offline')));
		const again = users.of(one, 'user:~bob').catch(() => users.of(one, 'user:~bob'));
		await assert.rejects(users.of(one, 'user:~bob'));
		await again;
		await users.of(one, 'user:~bob');
		assert.deepEqual(one.asked, ['~bob', '~bob']);
	});

	for (const reference of ['', 'user:', 'user:bob', 'user:~bob/../x', 'https://example.org', 'ticket:~a/b#1'])
		it(`are not read for "${reference}"`, async () => {
			const one = account();
			await assert.rejects(new Users().of(one, reference), { kind: 'missing' });
			assert.deepEqual(one.asked, []);
		});

	it('are read by at most one request for a hover, which leaves out who is not known yet', async () => {
		const users = new Users();
		const one = account();
		const { signal } = new AbortController();
		const some = async (...names: readonly string[]) =>
			(await users.readSome(one, names, signal)).map(({ user }) => user);
		assert.deepEqual(await some('~ana', '~bob', '~bob'), ['~ana']);
		assert.deepEqual(await some('~ana', '~eve', '~bob'), ['~ana', '~eve']);
		assert.deepEqual(await some('~ana', '~eve'), ['~ana', '~eve']);
		assert.deepEqual(await some('bob', '~eve'), ['~eve']);
		assert.deepEqual(await some(), []);
		assert.deepEqual(one.asked, ['~ana', '~eve']);
	});

	it('are left out of a hover if they cannot be read in time', async () => {
		const users = new Users();
		const one = account();
		const stop = new AbortController();
		let answer = (_user: User) => {};
		one.answers.push(() => new Promise((resolve) => (answer = resolve)));
		const late = users.readSome(one, ['~bob'], stop.signal);
		stop.abort();
		assert.deepEqual(await late, []);
		answer(bob);
		assert.equal((await users.of(one, 'user:~bob')).user, '~bob');
		assert.deepEqual(one.asked, ['~bob']);
	});

	it('are read for a hover although others cannot be, which are asked for again after a pause', async () => {
		const users = new Users();
		const one = account();
		one.answers.push(() => Promise.reject(new Error('missing')));
		const { signal } = new AbortController();
		const hover = async () =>
			(await users.readSome(one, ['no user', '~gone', '~bob'], signal)).map(({ user }) => user);
		for (const shown of [[], [], ['~bob'], ['~bob']]) assert.deepEqual(await hover(), shown);
		assert.deepEqual(one.asked, ['~gone', '~bob']);
		time.skip(60_000);
		assert.deepEqual([await hover(), await hover()], [['~bob'], ['~gone', '~bob']]);
		assert.deepEqual(one.asked, ['~gone', '~bob', '~gone']);
	});

	it('are asked for again a minute after each failure to reach the forge', async () => {
		const users = new Users();
		const one = account();
		const offline = () => Promise.reject(new ForgeError('offline', 'No connection.'));
		one.answers.push(offline, offline, offline);
		const { signal } = new AbortController();
		for (let minute = 0; minute < 4; minute++) {
			await users.readSome(one, ['~bob'], signal);
			time.skip(60_000);
		}
		assert.deepEqual(one.asked, ['~bob', '~bob', '~bob', '~bob']);
	});
});
