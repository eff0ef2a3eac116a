import assert from 'node:assert/strict';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { offerRevocation } = await import('../../../../src/accounts/forges/revocation.ts');

describe('A token that only the user can revoke', () => {
	const expires = Date.UTC(2027, 10, 30, 12);
	const content = { expires, grants: '', client: 'app', username: 'ana' };
	const token = createBearer(content, Buffer.alloc(32), 0);
	const day = new Date(expires).toLocaleDateString(undefined, { dateStyle: 'long' });
	const warning = `warning: A token that Tildeforge no longer uses stays valid until ${day}, because only you can revoke it at forge.test. Anyone who has it can change what you can change.: Revoke in Browser…`;

	for (const [what, answers, opened] of [
		[
			'is revoked on the page of the forge',
			[enter('Revoke in Browser…')],
			['browser: https://forge.test/revoke'],
		],
		['stays valid if the user closes the message', [], []],
	] as const)
		it(what, async () => {
			takeCalls();
			answerWith(...answers);
			await offerRevocation('forge.test', token, 'https://forge.test/revoke');
			assert.deepEqual(takeCalls(), [warning, ...opened]);
		});
});
