import { randomBytes, randomUUID } from 'node:crypto';
import { redirectFault } from './clients.ts';
import type { Grants } from './grants.ts';
import type { IdentityContext } from './identity-context.ts';
import { html } from './markup.ts';
import { csrfField, page } from './pages.ts';
import { formHandler, requireSignIn } from './sessions.ts';
import type { Client } from './state.ts';
import type { Handler, Visitor } from './visit.ts';

const path = '/oauth2/client-registration';

/**
 * The pages on which users register an application, as a real service has them: with one redirect address, and always with a secret. Issuing
 * new credentials ends all of its tokens.
 */
export function registrationPages(
	{ state, changed, drift }: IdentityContext,
	grants: Grants,
): Readonly<Record<string, Handler>> {
	const form = (visitor: Visitor, fault = '') => {
		const content = html`${fault === '' ? '' : html`<p class="note" role="alert">${fault}</p>`}
<form method="post" action="${path}">${csrfField(visitor)}
<label class="above" for="name">Client name</label>
<input type="text" id="name" name="client_name" autocomplete="off" required>
<label class="above" for="redirect">Redirection URI</label>
<input type="text" id="redirect" name="redirect_uri" autocomplete="off" required>
<p class="buttons"><button class="main">Register client</button></p>
</form>`;
		return page(visitor, 'Register OAuth 2.0 client', content);
	};
	const issue = (visitor: Visitor, name: string, redirects: Client['redirects'], how: string) => {
		const id = randomUUID();
		const secret = randomBytes(64).toString('base64');
		state.clients.push({ id, name, operator: visitor.account.name, secret, redirects });
		changed();
		const content = html`<p>Client ID</p>
<p><code class="secret" id="client-id">${id}</code></p>
<p>Client secret. It is not shown again.</p>
<p><code class="secret" id="client-secret">${secret}</code></p>
<form method="post" action="${path}/${id}/reissue">${csrfField(visitor)}<p class="buttons"><button>Reissue</button></p></form>`;
		return page(visitor, `OAuth 2.0 client ${how}`, content);
	};
	return {
		[`GET ${path}`]: requireSignIn((_, visitor) => form(visitor)),
		[`POST ${path}`]: formHandler(path, (_, visitor, fields) => {
			const redirect = fields.get('redirect_uri') ?? '';
			if (redirectFault(redirect, drift) !== undefined) return form(visitor, 'Invalid URL');
			return issue(visitor, fields.get('client_name') ?? '', [redirect], 'registered');
		}),
		[`POST ${path}/reissue`]: formHandler(path, ({ url }, visitor) => {
			const client = state.clients.find(({ id }) => url.pathname === `${path}/${id}/reissue`);
			if (client?.operator !== visitor.account.name) return form(visitor);
			for (const grant of state.grants) if (grant.client === client.id) grants.end(grant);
			state.clients = state.clients.filter((one) => one !== client);
			return issue(visitor, client.name, client.redirects, 'reissued');
		}),
	};
}
