import type { Account } from '../accounts.ts';
import type { Reply } from '../reply.ts';
import { html } from './markup.ts';
import { choices, csrfField, page } from './pages.ts';
import { formHandler, toLogin } from './sessions.ts';
import type { Client } from './state.ts';
import type { Handler, Visit, Visitor } from './visit.ts';

/** An application's request for access. */
interface Authorization {
	readonly client: Client;
	/** The redirect URI that receives the answer. */
	readonly target: string;
	readonly scopes: readonly string[];
}

interface Consent<W extends Authorization> {
	readonly path: string;
	/** Parses the parameters of a request. Returns the answer to an invalid one. */
	readonly readAuthorization: (visit: Visit, query: URLSearchParams) => W | Reply;
	/** `scopes` are those that the user left ticked. */
	readonly approve: (authorization: W, account: Account, scopes: readonly string[]) => Reply;
	readonly decline: (authorization: W) => Reply;
}

/** The page on which a signed-in user grants an application all or part of its request, or declines. */
export function consentPages<W extends Authorization>({
	path,
	readAuthorization,
	approve,
	decline,
}: Consent<W>): Readonly<Record<string, Handler>> {
	return {
		[`GET ${path}`]: (visit) => {
			const authorization = readAuthorization(visit, visit.url.searchParams);
			if ('status' in authorization) return authorization;
			return visit.visitor ? question(visit.visitor, path, visit.url.search, authorization) : toLogin(visit);
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
function question(
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
