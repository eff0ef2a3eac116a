import type { Reply } from '../server/reply.ts';
import { html, Markup } from './markup.ts';
import { meaningOf } from './scopes.ts';
import type { Visit, Visitor } from './visit.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#c9ccd1, #4a4f57); --soft: light-dark(#f3f4f6, #24272c); --act: #0b62c4; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1c1e21, #e8eaed); background: light-dark(#fff, #17191c); }
header, main { max-width: 40rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding-block: .75rem; border-bottom: 1px solid var(--line); }
header a { color: inherit; font-weight: 600; text-decoration: none; }
header form { display: flex; gap: .75rem; align-items: center; }
main { padding-block: 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin-top: 2.5rem; }
a { color: light-dark(#0b57b0, #7ab4ff); }
label.above { display: block; margin-top: 1rem; font-weight: 600; }
input[type=text], input[type=password], select { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; border: 1px solid #858a93; border-radius: 4px; }
fieldset { margin: 1.25rem 0; padding: .5rem 1rem .75rem; border: 1px solid var(--line); border-radius: 6px; }
legend { padding: 0 .4rem; font-weight: 600; }
.choice { display: grid; grid-template-columns: auto 1fr auto; gap: 0 .6rem; align-items: baseline; padding: .25rem 0; }
.choice code { opacity: .75; white-space: nowrap; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
code.secret { display: block; padding: .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; user-select: all; }
button { padding: .5rem 1rem; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
button.main { color: #fff; background: var(--act); border-color: var(--act); }
.buttons { display: flex; gap: .75rem; margin-top: 1.25rem; }
ul.rows { padding: 0; list-style: none; }
ul.rows li { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: .75rem 0; border-bottom: 1px solid var(--line); }
ul.rows p { margin: 0; overflow-wrap: anywhere; }
.note { padding: .6rem .9rem; background: var(--soft); border-left: 4px solid var(--act); }
td, th { padding: .15rem 1.5rem .15rem 0; text-align: left; }
@media (max-width: 30rem) { .choice { grid-template-columns: auto 1fr; } .choice code { grid-column: 2; } }
`;

/** Forbids caching, framing and scripts, and hides the address of a page from other sites. */
const securityHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Cache-Control': 'no-store',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	// Not `no-referrer`, which also makes browsers hide the origin of a form.
	'Referrer-Policy': 'same-origin',
};

/** The hidden field that protects a form against cross-site request forgery. */
export const csrfField = ({ session }: Visitor): Markup =>
	html`<input type="hidden" name="csrf" value="${session.csrfToken}">`;

export function page(visitor: Visitor | undefined, title: string, content: Markup, status = 200): Reply {
	const signedIn =
		visitor &&
		html`<form method="post" action="/logout">${csrfField(visitor)}
<span>~${visitor.account.name}</span> <button>Sign out</button></form>`;
	const { text } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Sandbox forge</title>
<style>${new Markup(style)}</style>
<header><a href="/">Sandbox forge</a>${signedIn ?? ''}</header>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`;
	return { status, headers: securityHeaders, body: text };
}

/** An error page for a request that cannot be answered. Only the user sees it, not the application. */
export const problemPage = ({ visitor }: Visit, status: number, title: string, sentence: string) =>
	page(visitor, title, html`<p>${sentence}</p>`, status);

export const expiredFormPage = (visit: Visit) =>
	problemPage(
		visit,
		403,
		'This form is no longer valid',
		'It was not created for you, or you have signed in again since. Go back, reload the page and try again.',
	);

/** Checkboxes for scopes, posted as `scope`. */
export const choices = (
	legend: string,
	scopes: readonly string[],
	ticked: (scope: string) => boolean,
): Markup =>
	html`<fieldset>
<legend>${legend}</legend>
${scopes.map(
	(scope) => html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"${
		ticked(scope) ? new Markup(' checked') : ''
	}> <span>${meaningOf(scope)}</span> <code>${scope}</code></label>
`,
)}</fieldset>`;

/** Formats a time like `2026-03-04 05:06 UTC`. */
export const momentOf = (milliseconds: number) =>
	`${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
