import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';
import { push } from '../../ui/git-pushes.ts';
import { sendMails } from '../../ui/patches-mails.ts';
import { forgeUser } from '../../ui/ticket-driver.ts';
import { openInboxWindow, requester } from './inbox-window.ts';

describe('What others do on a forge without webhooks', () => {
	const lifetime = new Lifetime();
	const data = temporaryFolder('without-webhooks');
	let forge: Forge;
	let window: Awaited<ReturnType<typeof openInboxWindow>>;
	const request = requester(() => forge);

	before(async () => {
		forge = await startForge({ port: 0, data });
		await request('~bob', 'trackers', 'POST', 'trackers', { name: 'gadgets' });
		await request('~bob', 'trackers', 'POST', 'user/~bob/trackers/gadgets/tickets', { title: 'It squeaks' });
		await sendMails(forge, [{ id: 'fast@example.org', subject: 'How fast?', body: 'Well?\n' }]);
		const { addresses, users } = forge;
		window = await openInboxWindow({ addresses, users }, lifetime);
		window.showTicket('~bob', 'gadgets', 1);
		await window.repositories.accounts[0]?.repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
		window.inbox.setFocus(true);
		await window.readAll(6);
	});
	after(async () => {
		lifetime.dispose();
		await forge.stop();
	});

	const hears = (words: string) => () => window.spoken().some((row) => row.includes(words));
	const bob = () => forgeUser(forge, '~bob');
	const trackers = () => window.tickets.accounts[0]?.trackers;
	const editor = () => trackers()?.cache({ owner: '~ana', name: 'editor' }, lifetime);
	const gadgets = () => trackers()?.cache({ owner: '~bob', name: 'gadgets' }, lifetime);
	const list = () => window.lists.accounts[0]?.lists.cache({ owner: '~ana', name: 'editor-devel' }, lifetime);

	const cases: readonly {
		readonly what: string;
		readonly act: () => Promise<unknown>;
		readonly shows: () => boolean;
	}[] = [
		{
			what: 'a ticket, in the Inbox and in Tickets',
			act: () => bob().create({ title: 'The cursor blinks', description: 'It does.' }),
			shows: () =>
				hears('~bob submitted ticket')() &&
				[...(editor()?.tickets.values() ?? [])].some(({ title }) => title === 'The cursor blinks'),
		},
		{
			what: 'a comment, in the Inbox',
			act: () => bob().update(49, { comment: 'I see this too.' }),
			shows: hears('~bob commented on ticket 49'),
		},
		{
			what: 'a comment, on the open page of a ticket whose tracker the user does not follow',
			act: () =>
				request('~bob', 'trackers', 'PUT', 'user/~bob/trackers/gadgets/tickets/1', { comment: 'Oil it.' }),
			shows: () => JSON.stringify(gadgets()?.discussions.of(1).value)?.includes('Oil it.') === true,
		},
		{
			what: 'a thread, in the Inbox and in Patches',
			act: () => sendMails(forge, [{ id: 'slow@example.org', subject: 'How slowly?', body: 'Well?\n' }]),
			shows: () =>
				hears('~bob started a thread, How slowly?')() &&
				list()?.threads.discussions.some(({ mail }) => mail.subject === 'How slowly?') === true,
		},
		{
			what: 'a reply, in the Inbox and in Patches',
			act: () =>
				sendMails(forge, [
					{ id: 're@example.org', subject: 'Re: How fast?', body: 'Very.\n', answers: 'fast@example.org' },
				]),
			shows: () =>
				hears('~bob replied, How fast?')() &&
				list()?.threads.discussions.some(
					({ mail, replies }) => mail.subject === 'How fast?' && replies === 1,
				) === true,
		},
		{
			what: 'a push, in the Inbox',
			act: () => push(data, '~bob/dotfiles', 'Blink slowly'),
			shows: hears('1 commit by Bob Ellis pushed to master, Blink slowly'),
		},
	];
	for (const { what, act, shows } of cases) {
		it(`is seen when everything is read again: ${what}`, async () => {
			assert.equal(shows(), false);
			await act();
			window.inbox.refresh();
			const rows = () => window.spoken().join('; ');
			await until(shows, { what: `${what}: ${rows()}`, seconds: 30 });
		});
	}
});
