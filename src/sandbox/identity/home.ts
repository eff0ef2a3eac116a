import { createHash } from 'node:crypto';
import type { Grants } from './grants.ts';
import type { IdentityContext } from './identity-context.ts';
import { html } from './markup.ts';
import { csrfField, page } from './pages.ts';
import { formHandler, requireSignIn } from './sessions.ts';
import { type Handler, redirect } from './visit.ts';

/** The page that lists the applications with access to the account, and lets the user revoke it. */
export function homePages(
	{ accounts, clientOf, drift, state }: IdentityContext,
	grants: Grants,
): Readonly<Record<string, Handler>> {
	const clientsWithAccess = (owner: string) =>
		state.clients.filter(
			({ id }) =>
				accounts.tokensOf(owner, id).length > 0 || grants.of(owner).some(({ client }) => client === id),
		);
	/** Real services let every user revoke a token by its hash. */
	const revokePath = '/oauth2/revoke-bearer/';
	const revokePages: Readonly<Record<string, Handler>> = {
		[`GET ${revokePath}`]: requireSignIn(({ url }, visitor) =>
			page(
				visitor,
				'Are you sure?',
				html`<p>Do you want to revoke this access token? This cannot be undone.</p>
<form method="post" action="${url.pathname}">${csrfField(visitor)}<p class="buttons"><button class="main">Yes, do it</button></p></form>`,
			),
		),
		[`POST ${revokePath}`]: formHandler('/', ({ url }) => {
			const hashOf = (token: string) => createHash('sha512').update(token).digest('hex');
			const clients = [null, ...state.clients.map(({ id }) => id)];
			const tokens = accounts.all.flatMap(({ name }) =>
				clients.flatMap((client) => accounts.tokensOf(name, client)),
			);
			for (const { value } of tokens) if (url.pathname === revokePath + hashOf(value)) accounts.revoke(value);
			return redirect('/');
		}),
	};
	return {
		...(drift.has('no-oauth-revoke') && revokePages),
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
