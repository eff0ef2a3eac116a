import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Account } from '../server/accounts.ts';
import type { Reply } from '../server/reply.ts';
import type { IdentityContext } from './identity-context.ts';
import { html } from './markup.ts';
import { expiredFormPage, page } from './pages.ts';
import { formOf, type Handler, redirect, type Visit, type Visitor } from './visit.ts';

/** Cookies ignore ports, so the name includes the port: two forges on one machine must not sign each other out. */
const cookieOf = ({ socket }: IncomingMessage) => `forge-session-${socket.localPort}`;

/** The page to return to after signing in. An address on another origin becomes the start page. */
function pathWithin(origin: string, address: string | null): string {
	if (address === null || !URL.canParse(address, origin)) return '/';
	const { origin: itsOrigin, pathname, search } = new URL(address, origin);
	return itsOrigin === origin && !pathname.startsWith('//') ? pathname + search : '/';
}

/** The sessions of browsers, and the pages for signing in and out. */
export class Sessions {
	readonly #context: IdentityContext;

	constructor(context: IdentityContext) {
		this.#context = context;
	}

	get pages(): Readonly<Record<string, Handler>> {
		return {
			'GET /login': ({ url, visitor }) => this.#form(visitor, url.searchParams.get('return_to'), undefined),
			'POST /login': (visit) => this.#signIn(visit),
			'POST /logout': (visit) => this.#signOut(visit),
		};
	}

	visitor(request: IncomingMessage): Visitor | undefined {
		const cookies = (request.headers.cookie ?? '').split(/;\s*/).map((cookie) => cookie.split('='));
		const id = cookies.find(([name]) => name === cookieOf(request))?.[1];
		const { state, accounts, now } = this.#context;
		const session = state.sessions.find((one) => one.id === id && one.expires > now().getTime());
		const account = session && accounts.find(session.account);
		return session && account && { session, account };
	}

	#form(visitor: Visitor | undefined, returnTo: string | null, problem: string | undefined): Reply {
		const content = html`${problem === undefined ? '' : html`<p class="note" role="alert">${problem}</p>`}
<form method="post" action="/login">
<input type="hidden" name="return_to" value="${returnTo ?? '/'}">
<label class="above" for="username">Username</label>
<input type="text" id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<label class="above" for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" required>
<p class="buttons"><button class="main">Sign in</button></p>
</form>
<h2>Available accounts</h2>
<p>A sandbox keeps no secrets.</p>
<table><tr><th scope="col">Username</th><th scope="col">Password</th></tr>
${this.#context.accounts.all.map(
	({ name, password }) => html`<tr><td>${name}</td><td><code>${password}</code></td></tr>
`,
)}</table>`;
		return page(visitor, 'Sign in', content, problem === undefined ? 200 : 403);
	}

	async #signIn({ request, visitor, origin }: Visit): Promise<Reply> {
		const form = await formOf(request);
		const returnTo = form.get('return_to');
		const account = this.#context.accounts.find(form.get('username') ?? '');
		// Without a password, an account cannot sign in here.
		if (!account?.password || form.get('password') !== account.password) {
			return this.#form(visitor, returnTo, 'The username or the password is wrong.');
		}
		if (visitor) this.#end(visitor);
		return redirect(pathWithin(origin, returnTo), { 'Set-Cookie': this.#begin(request, account) });
	}

	async #signOut(visit: Visit): Promise<Reply> {
		const form = await formOf(visit.request);
		if (!visit.visitor) return redirect('/login');
		if (form.get('csrf') !== visit.visitor.session.csrfToken) return expiredFormPage(visit);
		this.#end(visit.visitor);
		return redirect('/login', { 'Set-Cookie': `${cookieOf(visit.request)}=; Path=/; Max-Age=0` });
	}

	#begin(request: IncomingMessage, { name }: Account): string {
		const { state, changed, now, lifetimes } = this.#context;
		const [id, csrfToken] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
		const current = now().getTime();
		state.sessions = [
			...state.sessions.filter(({ expires }) => expires > current),
			{ id, csrfToken, account: name, expires: current + lifetimes.session * 1000 },
		];
		changed();
		return `${cookieOf(request)}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimes.session}`;
	}

	#end({ session }: Visitor): void {
		const { state, changed } = this.#context;
		state.sessions = state.sessions.filter(({ id }) => id !== session.id);
		changed();
	}
}

/** Redirects to the sign-in page, which returns to `back`. */
export function redirectToLogin({ url }: Visit, back = url.pathname + url.search): Reply {
	return redirect(`/login?return_to=${encodeURIComponent(back)}`);
}

/** A page for signed-in users. Other visitors sign in first and return to it. */
export const requireSignIn =
	(show: (visit: Visit, visitor: Visitor) => Reply | Promise<Reply>): Handler =>
	(visit) =>
		visit.visitor ? show(visit, visit.visitor) : redirectToLogin(visit);

/** Handles a form of a signed-in user. Without a session, the user signs in and returns to `back`. */
export const formHandler =
	(back: string, act: (visit: Visit, visitor: Visitor, form: URLSearchParams) => Reply): Handler =>
	async (visit) => {
		const form = await formOf(visit.request);
		if (!visit.visitor) return redirectToLogin(visit, back);
		return form.get('csrf') === visit.visitor.session.csrfToken
			? act(visit, visit.visitor, form)
			: expiredFormPage(visit);
	};
