import type { Forge } from '../../../src/sandbox/forge.ts';
import { Browser } from './identity-forge.ts';

const path = '/oauth2/personal-token';

/** A personal token, by default for everything, as ana creates it on the pages of the forge. */
export async function newToken({ addresses }: Pick<Forge, 'addresses'>, scopes = ['*']): Promise<string> {
	const browser = new Browser(addresses.identity);
	await browser.signIn('ana');
	const made = await browser.submit(await browser.get(path), path, (fields) => {
		for (const scope of scopes) fields.append('scope', scope);
	});
	const token = /id="token">([^<]+)</.exec(made.text)?.[1];
	if (token === undefined) throw new Error(made.text);
	return token;
}
