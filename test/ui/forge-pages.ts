import assert from 'node:assert/strict';
import type { Forge } from '../../src/sandbox/forge.ts';

/** Signs in on the forge's pages without a browser. Returns what the user can do there. */
export async function signInOnPages({ addresses: { identity } }: Pick<Forge, 'addresses'>, name: string) {
	const form = (fields: readonly (readonly [string, string])[], cookie = ''): RequestInit => ({
		method: 'POST',
		redirect: 'manual',
		headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
		body: new URLSearchParams(fields.map(([field, value]) => [field, value])).toString(),
	});
	const entered = await fetch(
		`${identity}/login`,
		form([
			['username', name],
			['password', `${name}-password`],
		]),
	);
	const cookie = entered.headers.get('set-cookie')?.split(';')[0];
	assert.ok(cookie, `${name} was not signed in`);
	const page = async (path: string) => (await fetch(identity + path, { headers: { cookie } })).text();
	const fieldValues = (html: string, input: string) =>
		[...html.matchAll(new RegExp(`name="${input}" value="([^"]*)"`, 'g'))].map(([, value = '']) => value);
	return {
		/** Creates a token in the newer format. */
		async createToken(scopes: readonly string[]): Promise<string> {
			const path = '/oauth2/personal-token';
			const [csrf = ''] = fieldValues(await page(path), 'csrf');
			const fields = [['csrf', csrf], ...scopes.map((scope) => ['scope', scope] as const)] as const;
			const answer = await fetch(identity + path, form(fields, cookie));
			const [, token] = /id="token">([^<]+)</.exec(await answer.text()) ?? [];
			assert.ok(token, 'no token was created');
			return token;
		},
		/** Revokes all of the user's tokens. */
		async revokeTokens(): Promise<void> {
			const path = '/oauth2/personal-token';
			const html = await page(path);
			const [csrf = ''] = fieldValues(html, 'csrf');
			const tokens = fieldValues(html, 'token');
			assert.notEqual(tokens.length, 0);
			for (const token of tokens) {
				const fields = [
					['csrf', csrf],
					['token', token],
				] as const;
				const answer: Response = await fetch(`${identity}${path}/revoke`, form(fields, cookie));
				assert.equal(answer.status, 303);
			}
		},
	};
}
