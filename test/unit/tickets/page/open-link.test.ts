import assert from 'node:assert/strict';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import type { TicketPageHost } from '../../../../src/tickets/page/host.ts';
import { openLink } from '../../../../src/tickets/page/open-link.ts';
import type { TicketAccount } from '../../../../src/tickets/state/ticket-account.ts';
import { session } from '../../../kit/window/sessions.ts';

const forge = {
	name: 'forge.test',
	identity: 'https://meta.forge.test',
	trackers: 'https://todo.forge.test/',
	repositories: 'https://git.forge.test',
};
const other = { name: 'other.test', trackers: 'https://todo.other.test' };
const bare = { name: 'bare.test', identity: 'https://bare.test/' };
const account = (id: string, instance: Instance) =>
	({ session: { ...session, id }, instance }) as TicketAccount;
const [first, ana, bob, eve] = [
	account('first', other),
	account('ana', forge),
	// An account that signs in later has another object for the same forge.
	account('bob', { ...forge }),
	account('eve', bare),
];

const hostWith = (accounts: readonly TicketAccount[], used: Partial<TicketPageHost>) =>
	({ tickets: { accounts }, ...used }) as TicketPageHost;

/** Opens a link on a page of an account, bob's if none is given, and returns what was opened. */
async function open(word: string, accounts = [first, ana, bob, eve], page = 'bob') {
	const done: unknown[] = [];
	const host: Partial<TicketPageHost> = {
		open: (key, { event } = {}) => done.push(event === undefined ? key : { ...key, event }),
		openInBrowser: (address) => done.push(address),
		showUnsupportedLink: (address) => done.push(`not opened: ${address}`),
		openTarget: ({ kind }, address) => {
			if (kind === 'patchset') done.push(`in VS Code: ${address}`);
			return kind === 'patchset';
		},
	};
	const ofPage = accounts.find(({ session: { id } }) => id === page);
	openLink(word, ofPage, hostWith(accounts, host));
	await new Promise(setImmediate);
	return done;
}

const ticket = { owner: '~ana', tracker: 'editor', ticket: 7 };

describe('A link on a page', () => {
	it('to a ticket of the forge opens it with another account there once that of the page is signed out', async () => {
		assert.deepEqual(await open('https://todo.forge.test/~ana/editor/7', [first, ana]), [
			{ account: 'ana', ...ticket },
		]);
	});

	const web: readonly [what: string, word: string, opened: readonly string[]][] = [
		['a user', 'user:~ana', ['https://todo.forge.test/~ana']],
		['a tracker', 'https://todo.forge.test/~ana/editor', ['https://todo.forge.test/~ana/editor']],
		['a repository', 'https://git.forge.test/~ana/editor', ['https://git.forge.test/~ana/editor']],
		['an unknown site', 'https://example.org/x', ['https://example.org/x']],
		[
			'a ticket where no account is signed in',
			'https://todo.example.org/~ana/editor/7',
			['https://todo.example.org/~ana/editor/7'],
		],
	];
	for (const [what, word, opened] of web) {
		it(`to ${what} opens the browser`, async () => assert.deepEqual(await open(word), opened));
	}

	it('with an unsupported scheme is not opened, and the user learns why', async () => {
		assert.deepEqual(await open('unsupported:command:x.y'), ['not opened: command:x.y']);
	});
});
