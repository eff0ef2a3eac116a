import assert from 'node:assert/strict';
import { describeUsersOf, personPart } from '../../../../src/patches/view/describe-users.ts';
import { Users } from '../../../../src/platform/state/users.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';

describe('The part of a hover about a person', () => {
	const { open } = demoLists();

	it('is read once from the forge, and left out if the person has no account', async () => {
		const window = await open();
		const account = window.lists.of('ana') ?? assert.fail();
		const describeUsers = describeUsersOf(new Users(), account);
		const { more } = personPart('~carol', describeUsers);
		const signal = AbortSignal.timeout(5000);
		const text = (await more?.(signal)) ?? '';
		assert.match(text, /^---\n\n[^\n]*~carol/);
		window.forget();
		assert.equal(await more?.(signal), text);
		assert.deepEqual(window.asked(), []);
		assert.deepEqual(personPart(undefined, describeUsers), {});
	});
});
