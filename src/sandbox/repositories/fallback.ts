import type { IncomingMessage } from 'node:http';
import { type Account, covers } from '../server/accounts.ts';
import type { FallbackHandler } from '../server/area.ts';
import { Refusal } from '../server/refusal.ts';
import { send } from '../server/reply.ts';
import { serveClone } from './clone.ts';
import type { HostedRepositories } from './hosted.ts';
import { repositoryPage } from './repository-page.ts';

/** The account whose token a request has: in a token header, or as the password that git asks for. */
function viewerOf({ headers }: IncomingMessage, { accounts }: HostedRepositories): Account | undefined {
	const [, scheme = '', given = ''] = /^(token|bearer|basic) (\S+)$/i.exec(headers.authorization ?? '') ?? [];
	const isBasic = scheme.toLowerCase() === 'basic';
	const value = isBasic
		? Buffer.from(given, 'base64')
				.toString('utf8')
				.replace(/^[^:]*:/, '')
		: given;
	const caller = accounts.caller(value);
	return caller && covers(caller.token.scopes, 'data:read') ? caller.account : undefined;
}

function segmentsOf(path: string): string[] {
	try {
		return path.split('/').slice(1).map(decodeURIComponent);
	} catch {
		throw new Refusal(400, 'The address is not encoded correctly.', { html: true });
	}
}

/** Serves a repository's addresses outside the API: git's own protocol, and pages. */
export function createRepositoryFallback(repositories: HostedRepositories): FallbackHandler {
	return async (request, response, url) => {
		const [owner = '', named = '', ...rest] = segmentsOf(url.pathname);
		const account = owner.startsWith('~') ? repositories.accounts.find(owner) : undefined;
		if (!account || named === '') return false;
		const name = named.replace(/\.git$/, '');
		const stored = repositories.find(account, name, viewerOf(request, repositories));
		const folder = repositories.pathOf(stored);
		if (await serveClone(folder, rest.join('/'), request, response, url.searchParams)) return true;
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			throw new Refusal(405, '405 method not allowed', { html: true });
		}
		send(response, await repositoryPage(stored, repositories.bare(stored), rest));
		return true;
	};
}
