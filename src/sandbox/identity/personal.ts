import { createHash } from 'node:crypto';
import type { Token, TokenClaims } from '../server/accounts.ts';
import type { Reply } from '../server/reply.ts';
import type { Grants } from './grants.ts';
import type { IdentityContext } from './identity-context.ts';
import { html, type Markup } from './markup.ts';
import { choices, csrfField, momentOf, page } from './pages.ts';
import { allScopes, parseScopes } from './scopes.ts';
import { formHandler, requireSignIn } from './sessions.ts';
import { type Handler, redirect, type Visitor } from './visit.ts';

const newerPath = '/oauth2/personal-token';
const olderPath = '/oauth/personal-token';

const commentLimit = 128;

/** Additional lifetimes in seconds, short enough to watch a token expire. */
const shortLifetimes: Readonly<Record<number, string>> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' };

/** Identifies a token on a page without revealing it. */
const nameOf = ({ value }: Token) => createHash('sha256').update(value).digest('hex').slice(0, 16);

/** The pages of the user's personal tokens: one address issues the newer form, the other the older form. */
export function personalPages(context: IdentityContext, grants: Grants): Readonly<Record<string, Handler>> {
	return { ...pagesAt(newerPath, context, grants), ...pagesAt(olderPath, context, grants) };
}

function pagesAt(
	path: string,
	{ accounts, drift, graphqlScopes, now, lifetimes }: IdentityContext,
	grants: Grants,
): Readonly<Record<string, Handler>> {
	const issue = (claims: TokenClaims, lifetime: number): Token =>
		path === newerPath
			? grants.issueNewer(claims, lifetime)
			: accounts.issue({ ...claims, expires: now().getTime() + lifetime * 1000 });
	const tokensOf = ({ account }: Visitor) => accounts.tokensOf(account.name, null);
	const all = ['*', ...allScopes(drift, graphqlScopes)];
	const isLifetime = (seconds: number) =>
		seconds === lifetimes.personal || Object.hasOwn(shortLifetimes, seconds);
	const isPreset = path === newerPath && drift.has('personal-token-preset');
	const form = (visitor: Visitor, ticked: readonly string[], note: string | undefined): Reply =>
		formPage({
			path,
			visitor,
			all,
			ticked,
			note,
			tokens: tokensOf(visitor),
			defaultLifetime: lifetimes.personal,
		});
	return {
		[`GET ${path}`]: requireSignIn(({ url }, visitor) => {
			const grants = url.searchParams.get('grants') ?? '';
			if (isPreset && grants !== '') return presetPage(visitor, path, grants);
			const words = grants.split(/[\s,]+/).filter(Boolean);
			const parsed = parseScopes(words, drift, graphqlScopes);
			const note = 'refused' in parsed ? parsed.refused : undefined;
			return form(visitor, 'scopes' in parsed ? parsed.scopes : [], note);
		}),
		[`POST ${path}`]: formHandler(path, (_, visitor, fields) => {
			const preset = isPreset ? (fields.get('literal_grants') ?? '') : '';
			const parsed = parseScopes(preset.split(' ').filter(Boolean), drift, graphqlScopes);
			if ('refused' in parsed) return presetPage(visitor, path, preset);
			const ticked = preset === '' ? fields.getAll('scope') : parsed.scopes;
			const lifetime = Number(fields.get('lifetime') ?? lifetimes.personal);
			const fault = ticked.some((scope) => !all.includes(scope))
				? 'One of the scopes is unknown.'
				: ticked.length === 0
					? 'Select at least one permission.'
					: !isLifetime(lifetime)
						? 'This lifetime is not available.'
						: undefined;
			if (fault !== undefined) return form(visitor, ticked, fault);
			const comment = (fields.get('comment') ?? '').trim().slice(0, commentLimit);
			const scopes = ticked.includes('*') ? ['*'] : [...new Set(ticked)];
			const token = issue({ owner: visitor.account.name, client: null, scopes, comment }, lifetime);
			return createdPage(path, visitor, token);
		}),
		[`POST ${path}/revoke`]: formHandler(path, (_, visitor, fields) => {
			const token = tokensOf(visitor).find((one) => nameOf(one) === fields.get('token'));
			if (token) accounts.revoke(token.value);
			return redirect(path);
		}),
	};
}

interface FormPage {
	readonly path: string;
	readonly visitor: Visitor;
	readonly all: readonly string[];
	readonly ticked: readonly string[];
	readonly note: string | undefined;
	readonly tokens: readonly Token[];
	/** The default lifetime in seconds. */
	readonly defaultLifetime: number;
}

function formPage({ path, visitor, all, ticked, note, tokens, defaultLifetime }: FormPage): Reply {
	const content = html`<p>A token lets a program act for you. Anyone who has it can do what you select here.</p>
${note === undefined ? '' : html`<p class="note" role="alert">${note}</p>`}
<form method="post" action="${path}">${csrfField(visitor)}
<label class="above" for="comment">Description</label>
<input type="text" id="comment" name="comment" maxlength="${commentLimit}" autocomplete="off">
${choices('Permissions', all, (scope) => ticked.includes(scope))}
<label class="above" for="lifetime">Valid for</label>
<select id="lifetime" name="lifetime">
<option value="${defaultLifetime}" selected>${Math.round(defaultLifetime / 86_400)} days</option>
${Object.entries(shortLifetimes).map(
	([seconds, word]) => html`<option value="${seconds}">${word}</option>
`,
)}</select>
<p class="buttons"><button class="main">Create token</button></p>
</form>
<p>${otherForm(path)}</p>
<h2>Your tokens</h2>
${tokens.length === 0 ? html`<p>You have no tokens.</p>` : html`<ul class="rows">${tokens.map((token) => row(path, visitor, token))}</ul>`}`;
	return page(visitor, 'Personal access tokens', content);
}

const presetPage = (visitor: Visitor, path: string, grants: string): Reply =>
	page(
		visitor,
		'Personal Access Token',
		html`<p>The permissions for this access token have been pre-set to <code>${grants}</code>.</p>
<form method="post" action="${path}">${csrfField(visitor)}<input type="hidden" name="literal_grants" value="${grants}">
<label class="above" for="comment">Comment</label>
<input type="text" id="comment" name="comment" maxlength="${commentLimit}" autocomplete="off">
<p class="buttons"><button class="main">Generate token</button></p></form>`,
	);

/** Links to the other form. A client has to support both, so the user can create both. */
const otherForm = (path: string): Markup =>
	path === newerPath
		? html`This creates a token in the newer format, which contains its permissions, account and expiry date. You can also use <a href="${olderPath}">the older format</a>.`
		: html`This creates a token in the older format: 32 characters without any information. You can also use <a href="${newerPath}">the newer format</a>.`;

function row(path: string, visitor: Visitor, token: Token): Markup {
	const name = token.comment || 'No description';
	return html`<li><div>
<p><strong>${name}</strong></p>
<p>${token.scopes.length === 0 ? 'no scopes' : token.scopes.join(', ')}</p>
<p>${token.expires === null ? 'does not expire' : html`until ${momentOf(token.expires)}`}</p>
</div>
<form method="post" action="${path}/revoke">${csrfField(visitor)}<input type="hidden" name="token" value="${nameOf(token)}">
<button aria-label="Revoke ${name}">Revoke</button></form></li>
`;
}

const createdPage = (path: string, visitor: Visitor, { value, expires }: Token): Reply =>
	page(
		visitor,
		'Your new token',
		html`<p>Copy it now. It is not shown again.</p>
<p><code class="secret" id="token">${value}</code></p>
${expires === null ? '' : html`<p>It is valid until ${momentOf(expires)}.</p>`}
<p><a href="${path}">Back to your tokens</a></p>`,
	);
