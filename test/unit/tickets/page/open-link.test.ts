import assert from 'node:assert/strict';
import { reportBackgroundFailures } from '../../../../src/base/background.ts';
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
	it('to a ticket opens the ticket with the account of the page', async () => {
		for (const word of ['ticket:~ana/editor#7', 'https://todo.forge.test/~ana/editor/7'])
			assert.deepEqual(await open(word), [{ account: 'bob', ...ticket }], word);
	});

	it('to a comment opens the ticket there', async () => {
		const address = 'https://todo.forge.test/~ana/editor/7#event-345';
		assert.deepEqual(await open(address), [{ account: 'bob', ...ticket, event: 345 }]);
	});

	it('to a ticket of another forge opens it with an account there', async () => {
		assert.deepEqual(await open('https://todo.other.test/~ana/editor/7'), [{ account: 'first', ...ticket }]);
	});

	it('to a ticket of the forge opens it with another account there once that of the page is signed out', async () => {
		assert.deepEqual(await open('https://todo.forge.test/~ana/editor/7', [first, ana]), [
			{ account: 'ana', ...ticket },
		]);
	});

	it('to a patchset of a forge opens it in VS Code', async () => {
		const lists = account('lists', { name: 'forge.test', lists: 'https://lists.forge.test' });
		const address = 'https://lists.forge.test/~ana/editor-devel/patches/7';
		assert.deepEqual(await open(address, [lists], 'lists'), [`in VS Code: ${address}`]);
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

	it('to a user opens the account service of a forge without trackers', async () => {
		assert.deepEqual(await open('user:~ana', [eve], 'eve'), ['https://bare.test/~ana']);
	});

	it('opens nothing if its forge has no page for it', async () => {
		const codeOnly = account('code', { name: 'code.test', repositories: 'https://git.code.test' });
		assert.deepEqual(await open('user:~ana', [codeOnly], 'code'), []);
		assert.deepEqual(await open('user:~ana', [first]), []);
		assert.deepEqual(await open('ticket:~ana/editor#7', [first]), []);
	});

	for (const [what, word] of [
		['a link', 'https://todo.forge.test/~ana/editor'],
		['a user', 'user:~ana'],
		['an unknown site', 'https://example.org/x'],
	] as const) {
		it(`to ${what} reports that the browser could not be opened`, async () => {
			const failures: unknown[] = [];
			reportBackgroundFailures((failure) => failures.push(failure));
			try {
				const failure = new Error('No browser');
				const openInBrowser = () => Promise.reject(failure);
				openLink(word, bob, hostWith([bob], { openInBrowser, openTarget: () => false }));
				await new Promise(setImmediate);
				assert.deepEqual(failures, [failure]);
			} finally {
				reportBackgroundFailures((failure) => {
					throw failure;
				});
			}
		});
	}

	it('with an unsupported scheme is not opened, and the user learns why', async () => {
		assert.deepEqual(await open('unsupported:command:x.y'), ['not opened: command:x.y']);
	});

	for (const word of ['', 'javascript:alert(1)', 'command:x.y', 'file:///etc/passwd', 'ticket:../x#1']) {
		it(`is ignored if it is ${JSON.stringify(word)}`, async () => assert.deepEqual(await open(word), []));
	}
});
