import assert from 'node:assert/strict';
import { openLink } from '../../../../src/platform/page/open-link.ts';
import type { PageHost } from '../../../../src/platform/page/page-host.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';

const forge = {
	name: 'forge.test',
	identity: 'https://meta.forge.test',
	trackers: 'https://todo.forge.test/',
	lists: 'https://lists.forge.test/',
	repositories: 'https://git.forge.test',
};
const other = { name: 'other.test', trackers: 'https://todo.other.test' };
const account = (id: string, instance: typeof other) => ({ session: { id }, instance }) as Account;
const accounts = [
	account('first', other),
	account('ana', forge),
	// An account that signs in later has another object for the same forge.
	account('bob', { ...forge }),
	account('eve', { ...{ name: 'bare.test', identity: 'https://bare.test/' }, trackers: '' }),
];

/** Opens a link on a page of ~bob's account, and returns what was opened. */
async function open(
	reference: string,
	service: 'trackers' | 'lists' = 'trackers',
	signedIn = accounts,
	page: string | undefined = 'bob',
) {
	const done: unknown[] = [];
	openLink(reference, {
		account: signedIn.find(({ session }) => session.id === page),
		accounts: signedIn,
		service,
		openTicket: ({ account, ticket }, { event }) => done.push([account, ticket, event]),
		host: {
			openAddress: async (...args) => done.push(['VS Code', ...args]),
			openInBrowser: (address) => done.push(address),
			showUnsupportedLink: (address) => done.push(`not opened: ${address}`),
		} as Partial<PageHost> as PageHost,
	});
	await new Promise(setImmediate);
	return done;
}

describe('A link on a page', () => {
	const cases: readonly [what: string, reference: string, opened: unknown][] = [
		['to a ticket opens it with the account of the page', 'ticket:~ana/editor#3', ['bob', 3, undefined]],
		[
			'to a ticket of another forge opens it with an account there',
			'https://todo.other.test/~bob/tools/4#event-5',
			['first', 4, 5],
		],
		['to a user opens the web page', 'user:~ana', 'https://todo.forge.test/~ana'],
		['to the web opens the browser', 'https://example.org/a', 'https://example.org/a'],
		[
			'with an unsupported scheme is not opened, and the user learns why',
			'unsupported:command:x.y',
			'not opened: command:x.y',
		],
		...(['todo', 'lists'] as const).map((service): [string, string, string] => {
			const address = `https://${service}.forge.test/~ana/editor`;
			return [`to all of ${service} opens the browser, which shows more than a view`, address, address];
		}),
		...[
			'lists.forge.test/~ana/devel/patches/1',
			'lists.forge.test/~ana/devel/%3Ca@b%3E',
			'git.forge.test/~ana/editor',
		].map((page): [string, string, unknown] => [
			`is opened in VS Code: ${page}`,
			`https://${page}`,
			['VS Code', `https://${page}`, 'bob'],
		]),
	];
	for (const [what, reference, opened] of cases)
		it(what, async () => assert.deepEqual(await open(reference), [opened]));

	it('opens nothing if it is code', async () => assert.deepEqual(await open('javascript:alert(1)'), []));

	it('to a user opens the page of the service, or else the profile', async () => {
		assert.deepEqual(await open('user:~ana', 'lists'), ['https://lists.forge.test/~ana']);
		assert.deepEqual(await open('user:~ana', 'lists', accounts, 'eve'), ['https://bare.test/~ana']);
	});

	it('to a ticket opens it with another account of the forge once that of the page is signed out', async () => {
		const address = 'https://todo.forge.test/~ana/editor/7';
		assert.deepEqual(await open(address, 'trackers', accounts.slice(0, 2)), [['ana', 7, undefined]]);
	});
});
