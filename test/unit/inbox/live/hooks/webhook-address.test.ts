import assert from 'node:assert/strict';
import {
	hookSecret,
	hookSecrets,
	hookUrl,
	isHookAt,
	isOwnHook,
	targetKey,
	tokenId,
} from '../../../../../src/inbox/live/hooks/webhook-address.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';

const targetOf = (tracker: string) => ({ family: 'tracker', params: { owner: '~alice', tracker } }) as const;
const key = newKey();
const secretToken = '0123456789abcdef0123456789abcdef';
const token = tokenId(secretToken);
const secret = 'a'.repeat(32);
const hookAt = (url: string) => ({ id: 1, created: '', events: [], url });

describe('The address of a webhook', () => {
	it('has a secret path that each window derives, other for each installation, token, target and kind of answer', () => {
		const editor = targetOf('editor');
		const first = hookSecret(key, token, editor);
		assert.match(first, /^[0-9a-f]{32}$/);
		assert.equal(hookSecret(key, token, { ...editor, params: { ...editor.params } }), first);
		assert.equal(hookSecret(key, token, { ...editor, sync: false }), first);
		const others = [
			hookSecret(newKey(), token, editor),
			hookSecret(key, tokenId('another'), editor),
			hookSecret(key, token, targetOf('shell')),
			hookSecret(key, token, { ...editor, sync: true }),
		];
		assert.equal(new Set([first, ...others]).size, 5);
		assert.deepEqual(hookSecrets(key, token, editor), [first, others[3]]);
	});

	it('is that of the listener with the path', () => {
		for (const [base, url] of [
			['http://127.0.0.1:80', `http://127.0.0.1:80/hook/${secret}`],
			['https://hooks.example/', `https://hooks.example/hook/${secret}`],
			['https://hooks.example/here//', `https://hooks.example/here/hook/${secret}`],
		] as const) {
			assert.equal(hookUrl(base, secret), url);
		}
	});

	it('is recognized by its path, whatever comes before it', () => {
		for (const [url, isOwn] of [
			[`http://127.0.0.1:4711/hook/${secret}`, true],
			[`https://tunnel.example/here/hook/${secret}/`, true],
			[`http://127.0.0.1:4711/hook/${'b'.repeat(32)}`, false],
			['http://127.0.0.1:4711/hook/', false],
			['', false],
		] as const) {
			assert.equal(isOwnHook(hookAt(url), [secret]), isOwn, url);
		}
	});

	it('is the same if the forge writes it in another way', () => {
		const url = hookUrl('http://127.0.0.1:80', secret);
		for (const [listed, isSame] of [
			[url, true],
			[`${url}/`, true],
			[`HTTP://127.0.0.1/hook/${secret}`, true],
			[`http://127.0.0.1:81/hook/${secret}`, false],
			[`https://127.0.0.1:80/hook/${secret}`, false],
			['not an address', false],
		] as const) {
			assert.equal(isHookAt(hookAt(listed), url), isSame, listed);
		}
	});
});

describe('A target of webhooks', () => {
	it('has a key that does not depend on the order of the parameters, nor on the answer', () => {
		const { params } = targetOf('editor');
		const reversed = Object.fromEntries(Object.entries(params).reverse());
		assert.equal(
			targetKey({ family: 'tracker', params: reversed, sync: true }),
			targetKey(targetOf('editor')),
		);
		const others = [
			{ family: 'ticket', params },
			{ family: 'tracker', params: { ...params, tracker: 'shell' } },
			{ family: 'trackersUser', params: {} },
		] as const;
		assert.equal(new Set([targetOf('editor'), ...others].map(targetKey)).size, 4);
	});
});

describe('A token', () => {
	it('has an id that does not contain it', () => {
		const id = tokenId(secretToken);
		assert.equal(id, tokenId(secretToken));
		assert.notEqual(id, tokenId(`${secretToken.slice(1)}e`));
		assert.match(id, /^[0-9a-f]{16}$/);
		assert.ok(!secretToken.includes(id));
	});
});
