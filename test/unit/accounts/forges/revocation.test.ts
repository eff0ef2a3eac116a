import assert from 'node:assert/strict';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { offerRevocation } = await import('../../../../src/accounts/forges/revocation.ts');

describe('A token that only the user can revoke', () => {
	const expires = Date.now() + 366 * 86_400_000;
	const day = new Date(expires).toLocaleDateString(undefined, { dateStyle: 'long' });
	const warning = `warning: Tildeforge no longer uses its token for forge.test, but cannot revoke it. Until ${day}, anyone who has the token can make changes in your name. You can revoke it on the forge's website.: Revoke in Browser…`;

	for (const [what, until, answers, calls] of [
		[
			'is revoked on the page of the forge',
			expires,
			[enter('Revoke in Browser…')],
			[warning, 'browser: https://forge.test/revoke'],
		],
		['stays valid if the user closes the message', expires, [], [warning]],
		['is not mentioned once it has expired', Date.now() - 1000, [], []],
	] as const)
		it(what, async () => {
			takeCalls();
			answerWith(...answers);
			const content = { expires: until, grants: '', client: 'app', username: 'ana' };
			await offerRevocation(
				'forge.test',
				createBearer(content, Buffer.alloc(32), 0),
				'https://forge.test/revoke',
			);
			assert.deepEqual(takeCalls(), calls);
		});
});
