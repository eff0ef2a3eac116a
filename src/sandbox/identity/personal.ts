import { createHash } from 'node:crypto';
import type { Accounts, Token } from '../accounts.ts';
import type { Quirk } from '../drift.ts';
import type { Reply } from '../reply.ts';
import type { Grants } from './grants.ts';
import { html, type Markup } from './markup.ts';
import { choices, dayOf, mark, page } from './pages.ts';
import { allScopes, parseScopes } from './scopes.ts';
import { acting, signedIn } from './sessions.ts';
import type { Lifetimes } from './state.ts';
import { type Handler, redirect, type Visitor } from './visit.ts';

interface PersonalOptions {
	readonly accounts: Accounts;
	readonly grants: Grants;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
	readonly lifetimes: Lifetimes;
}

const newerPath = '/oauth2/personal-token';
const olderPath = '/oauth/personal-token';

const commentLimit = 128;

/** Names a token on a page without telling it. */
const nameOf = ({ value }: Token) => createHash('sha256').update(value).digest('hex').slice(0, 16);

/** The pages of one's own tokens: at one address they are of the newer form, at the other of the older. */
export function personalPages(options: PersonalOptions): Readonly<Record<string, Handler>> {
	return { ...pagesAt(newerPath, options), ...pagesAt(olderPath, options) };
}

function pagesAt(
	path: string,
	{ accounts, grants, drift, now, lifetimes }: PersonalOptions,
): Readonly<Record<string, Handler>> {
	const issue = (token: Pick<Token, 'owner' | 'scopes' | 'client' | 'comment'>): Token =>
		path === newerPath
			? grants.newer(token, lifetimes.personal)
			: accounts.issue({ ...token, expires: now().getTime() + lifetimes.personal * 1000 });
	const tokensOf = ({ account }: Visitor) => accounts.tokensOf(account.name, null);
	const all = ['*', ...allScopes(drift)];
	const form = (visitor: Visitor, ticked: readonly string[], note: string | undefined): Reply =>
		formPage({ path, visitor, all, ticked, note, tokens: tokensOf(visitor) });
	return {
		[`GET ${path}`]: signedIn(({ url }, visitor) => {
			const words = (url.searchParams.get('grants') ?? '').split(/[\s,]+/).filter(Boolean);
			const asked = parseScopes(words, drift);
			const note = 'refused' in asked ? asked.refused : undefined;
			return form(visitor, 'scopes' in asked ? asked.scopes : [], note);
		}),
		[`POST ${path}`]: acting(path, (_, visitor, fields) => {
			const ticked = fields.getAll('scope');
			const fault = ticked.some((scope) => !all.includes(scope))
				? 'One of the scopes is unknown.'
				: ticked.length === 0
					? 'Tick what the token is to allow.'
					: undefined;
			if (fault !== undefined) return form(visitor, ticked, fault);
			const comment = (fields.get('comment') ?? '').trim().slice(0, commentLimit);
			const scopes = ticked.includes('*') ? ['*'] : [...new Set(ticked)];
			const token = issue({ owner: visitor.account.name, client: null, scopes, comment });
			return made(path, visitor, token);
		}),
		[`POST ${path}/revoke`]: acting(path, (_, visitor, fields) => {
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
}

function formPage({ path, visitor, all, ticked, note, tokens }: FormPage): Reply {
	const content = html`<p>A token lets a program act for you. Whoever has it can do what you tick here.</p>
${note === undefined ? '' : html`<p class="note" role="alert">${note}</p>`}
<form method="post" action="${path}">${mark(visitor)}
<label class="above" for="comment">What it is for</label>
<input type="text" id="comment" name="comment" maxlength="${commentLimit}" autocomplete="off">
${choices('It may', all, (scope) => ticked.includes(scope))}
<p class="buttons"><button class="main">Make the token</button></p>
</form>
<h2>Your tokens</h2>
${tokens.length === 0 ? html`<p>You have none.</p>` : html`<ul class="rows">${tokens.map((one) => row(path, visitor, one))}</ul>`}`;
	return page(visitor, 'Personal access tokens', content);
}

function row(path: string, visitor: Visitor, token: Token): Markup {
	const name = token.comment || 'Without a name';
	return html`<li><div>
<p><strong>${name}</strong></p>
<p>${token.scopes.length === 0 ? 'no scopes' : token.scopes.join(', ')}</p>
<p>${token.expires === null ? 'does not expire' : html`until ${dayOf(token.expires)}`}</p>
</div>
<form method="post" action="${path}/revoke">${mark(visitor)}<input type="hidden" name="token" value="${nameOf(token)}">
<button aria-label="Revoke ${name}">Revoke</button></form></li>
`;
}

const made = (path: string, visitor: Visitor, { value, expires }: Token): Reply =>
	page(
		visitor,
		'Your new token',
		html`<p>Copy it now: it is not shown again.</p>
<p><code class="secret" id="token">${value}</code></p>
${expires === null ? '' : html`<p>It holds until ${dayOf(expires)}.</p>`}
<p><a href="${path}">Back to your tokens</a></p>`,
	);
