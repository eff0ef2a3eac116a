import type { Account } from '../server/accounts.ts';
import type { Reply } from '../server/reply.ts';
import { html } from './markup.ts';
import { choices, csrfField, page } from './pages.ts';
import { formHandler, redirectToLogin } from './sessions.ts';
import type { Client } from './state.ts';
import type { Handler, Visit, Visitor } from './visit.ts';

/** An application's request for access. */
interface Authorization {
	readonly client: Client;
	/** The redirect URI that receives the answer. */
	readonly target: string;
	readonly scopes: readonly string[];
}

interface Consent<A extends Authorization> {
	readonly path: string;
	/** Parses the parameters of a request. Returns the answer to an invalid one. */
	readonly readAuthorization: (visit: Visit, query: URLSearchParams) => A | Reply;
	/** `scopes` are those that the user left ticked. */
	readonly approve: (authorization: A, account: Account, scopes: readonly string[]) => Reply;
	readonly decline: (authorization: A) => Reply;
}

/** The page on which a signed-in user grants an application all or part of its request, or declines. */
export function consentPages<A extends Authorization>({
	path,
	readAuthorization,
	approve,
	decline,
}: Consent<A>): Readonly<Record<string, Handler>> {
	return {
		[`GET ${path}`]: (visit) => {
			const authorization = readAuthorization(visit, visit.url.searchParams);
			if ('status' in authorization) return authorization;
			return visit.visitor
				? consentPage(visit.visitor, path, visit.url.search, authorization)
				: redirectToLogin(visit);
		},
		[`POST ${path}`]: formHandler('/', (visit, { account }, form) => {
			const authorization = readAuthorization(visit, new URLSearchParams(form.get('request') ?? ''));
			if ('status' in authorization) return authorization;
			if (form.get('decision') !== 'approve') return decline(authorization);
			const ticked = form.getAll('scope');
			return approve(
				authorization,
				account,
				authorization.scopes.filter((scope) => ticked.includes(scope)),
			);
		}),
	};
}

/** The form includes the request's parameters, and the POST checks them again. */
function consentPage(
	visitor: Visitor,
	path: string,
	request: string,
	{ client, target, scopes }: Authorization,
): Reply {
	const { protocol, host } = new URL(target);
	const content = html`<p><strong>${client.name}</strong>, run by ~${client.operator}, wants to access your account, <strong>~${visitor.account.name}</strong>.
Clear the permissions that you do not want to grant. The application may then not work as expected.</p>
<form method="post" action="${path}">${csrfField(visitor)}
<input type="hidden" name="request" value="${request}">
${choices('Permissions', scopes, () => true)}
<p>After that, you return to <code>${protocol}//${host}</code>. You can revoke the access at any time.</p>
<p class="buttons"><button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="decline">Decline</button></p>
</form>`;
	return page(visitor, `Allow ${client.name} to use your account?`, content);
}
