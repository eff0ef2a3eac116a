import type { Reply } from '../reply.ts';
import { html } from './markup.ts';
import { choices, mark, page } from './pages.ts';
import type { Client } from './state.ts';
import type { Visitor } from './visit.ts';

/** What an application asks of somebody. */
interface Question {
	/** Where the answer goes. */
	readonly path: string;
	/** The parameters of the request; they come back with the answer and are checked again. */
	readonly request: string;
	readonly client: Client;
	readonly target: string;
	readonly scopes: readonly string[];
}

/** The page where somebody allows an application something, all of it or a part. */
export function consent(visitor: Visitor, { path, request, client, target, scopes }: Question): Reply {
	const { protocol, host } = new URL(target);
	const content = html`<p><strong>${client.name}</strong>, run by ~${client.operator}, would like to act for you, <strong>~${visitor.account.name}</strong>.
Untick what you do not want to allow; it may then not work as it should.</p>
<form method="post" action="${path}">${mark(visitor)}
<input type="hidden" name="request" value="${request}">
${choices('It may', scopes, () => true)}
<p>Afterwards you are sent to <code>${protocol}//${host}</code>. You can take it back at any time.</p>
<p class="buttons"><button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="decline">Decline</button></p>
</form>`;
	return page(visitor, `Allow ${client.name} to use your account?`, content);
}
