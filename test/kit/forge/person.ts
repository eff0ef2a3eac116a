import { Queues } from '../../../src/forge/wire/queue.ts';
import type { Transport } from '../../../src/forge/wire/transport.ts';
import type { Forge } from '../../../src/sandbox/forge.ts';
import type { Instance } from '../../../src/signin/instances/instance.ts';
import { defaultMetadata, readMetadata } from '../../../src/signin/instances/metadata.ts';
import type { RequestContext } from '../../../src/signin/instances/request.ts';
import { signInThroughBrowser } from '../../../src/signin/methods/browser.ts';
import { listenOnLoopback } from '../../../src/signin/methods/loopback.ts';
import type { TokenGrant } from '../../../src/signin/methods/oauth.ts';
import { scopeWordings } from '../../../src/signin/methods/scope-wordings.ts';
import { navigate } from '../window/navigate.ts';
import { approve, Browser, type Page } from './identity-forge.ts';
import { plainTransport } from './plain-transport.ts';

export const agent = 'Tildeforge/test';

/** Network access while the tests of a `describe` run, with a record of the requests. */
export function network() {
	let ready: Transport;
	const asked: string[] = [];
	before(() => {
		ready = plainTransport();
	});
	beforeEach(() => {
		asked.length = 0;
	});
	after(() => ready.dispose());
	const queues = new Queues();
	const context: RequestContext = {
		fetch: (url, request) => {
			asked.push(`${request.method} ${new URL(url).pathname}`);
			return ready.fetch(url, request);
		},
		agent,
		plainHosts: new Set(),
		firstUses: queues.firstUses,
	};
	return { context, asked, queues };
}

export const instanceOf = ({ addresses }: Pick<Forge, 'addresses'>): Instance => ({
	name: 'example.org',
	...addresses,
	clientId: 'tildeforge',
});

/** Acts as a user on the pages of a forge: signs in and answers the forms. */
export function person(identity: string, name: string, answer: (fields: URLSearchParams) => void = approve) {
	const browser = new Browser(identity);
	let known: Promise<unknown> | undefined;
	const pages: Page[] = [];
	/** Opens the authorization page of an application and answers it. Returns the address that it redirects to. */
	const visit = async (address: string): Promise<string> => {
		known ??= browser.signIn(name);
		await known;
		const { origin, pathname, search } = new URL(address);
		let location = address;
		if (origin === identity) {
			const page = await browser.get(pathname + search);
			pages.push(page);
			// Some servers show errors with the status 200, and no form.
			const asks = page.text.includes(`action="${pathname}"`);
			const sent = asks ? await browser.submit(page, pathname, answer) : page;
			location = sent.headers.get('location') ?? '';
		}
		return location;
	};
	/** Does the same, then follows the redirects to the listener. Returns the listener's answer. */
	const comeBack = async (address: string): Promise<string> => {
		const location = await visit(address);
		if (location === '') return '';
		const answered = await navigate(location);
		const onward = answered.headers.get('location');
		return onward === null ? `${answered.status} ${await answered.text()}` : comeBack(onward);
	};
	return { visit, comeBack, pages };
}

/** What the application receives when ana approves it in the browser. */
export async function grantInBrowser(
	context: RequestContext,
	forge: Pick<Forge, 'addresses'>,
): Promise<TokenGrant> {
	const { identity } = forge.addresses;
	const instance = instanceOf(forge);
	const discovered = (await readMetadata(context, identity)) ?? defaultMetadata(identity);
	return signInThroughBrowser(
		{
			...{ method: 'browser', context, instance, metadata: discovered },
			client: { id: 'tildeforge', secret: undefined },
			wordings: scopeWordings(instance, discovered.scopes),
			listen: (receive) => listenOnLoopback(0, receive),
			open: (address) => person(identity, 'ana').comeBack(address),
			isSecretNew: false,
			askSecret: async () => undefined,
			showWaiting: () => ({ dispose: () => {} }),
			addSecret: () => {},
			didRejectCode: (error) => {
				throw error;
			},
		},
		new AbortController().signal,
	);
}
