import type { Grants } from './grants.ts';
import type { IdentityContext } from './identity-context.ts';
import { html } from './markup.ts';
import { csrfField, page } from './pages.ts';
import { formHandler, requireSignIn } from './sessions.ts';
import { type Handler, redirect } from './visit.ts';

/** The page that lists the applications with access to the account, and lets the user revoke it. */
export function homePages(
	{ accounts, clientOf, state }: IdentityContext,
	grants: Grants,
): Readonly<Record<string, Handler>> {
	const clientsWithAccess = (owner: string) =>
		state.clients.filter(
			({ id }) =>
				accounts.tokensOf(owner, id).length > 0 || grants.of(owner).some(({ client }) => client === id),
		);
	return {
		'GET /': requireSignIn((_, visitor) => {
			const clients = clientsWithAccess(visitor.account.name);
			const content = html`<p><a href="/oauth2/personal-token">Personal access tokens</a></p>
<h2>Applications with access to your account</h2>
${
	clients.length === 0
		? html`<p>No applications.</p>`
		: html`<ul class="rows">${clients.map(
				({ id, name }) => html`<li><p><strong>${name}</strong></p>
<form method="post" action="/revoke">${csrfField(visitor)}<input type="hidden" name="client" value="${id}">
<button aria-label="Revoke ${name}">Revoke</button></form></li>`,
			)}</ul>`
}`;
			return page(visitor, 'Your account', content);
		}),
		'POST /revoke': formHandler('/', (_, { account }, form) => {
			const client = clientOf(form.get('client') ?? '');
			if (client) {
				for (const grant of grants.of(account.name)) if (grant.client === client.id) grants.end(grant);
				for (const { value } of accounts.tokensOf(account.name, client.id)) accounts.revoke(value);
			}
			return redirect('/');
		}),
	};
}
