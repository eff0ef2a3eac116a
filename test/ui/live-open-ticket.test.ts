import assert from 'node:assert/strict';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { Dialogue, openBox, tokenOf } from './editor-driver.ts';
import { storedHooks } from './forge-hooks.ts';
import { savedSignIn, showInbox } from './inbox-driver.ts';
import { ticketPage, title } from './ticket-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { editorWindow } from './window.ts';

for (const way of ['webhooks', 'polling']) {
	describe(`An open ticket of a tracker that is not pinned, followed by ${way}`, () => {
		let proxy: TrackerProxy;
		let data = '';
		beforeEach(async () => {
			proxy = await TrackerProxy.open();
		});
		const editor = editorWindow(
			{
				settings: ({ addresses, webhookKey }) => {
					proxy.behind = addresses.trackers;
					proxy.allowsWebhooks = way === 'webhooks';
					const instance = { name: 'forge.test', ...addresses, trackers: proxy.address, webhookKey };
					return { 'tildeforge.instances': [instance] };
				},
				get forge() {
					data = temporaryFolder('open-ticket');
					return { data };
				},
				get signIn() {
					return savedSignIn();
				},
			},
			(window) => showInbox(window, { views: ['Inbox', 'Tickets'] }),
		);
		afterEach(() => proxy.close());

		it('shows what others write', async () => {
			const { forge } = editor();
			const bob = async (method: string, path: string, body: object) => {
				const answer = await fetch(`${forge.addresses.trackers}/api${path}`, {
					method,
					headers: { authorization: `token ${tokenOf(forge, '~bob')}`, 'content-type': 'application/json' },
					body: JSON.stringify(body),
				});
				assert.ok(answer.ok, `${method} ${path} is a ${answer.status}`);
			};
			await bob('POST', '/trackers', { name: 'gadgets' });
			await bob('POST', '/user/~bob/trackers/gadgets/tickets', { title: 'The wheel squeaks' });
			await openBox(editor(), 'Tildeforge: Find Ticket…', 'Find Ticket');
			const dialogue = new Dialogue(editor().page);
			await dialogue.field.fill('~bob/gadgets#1');
			await dialogue
				.option(/~bob\/gadgets#1/)
				.first()
				.click();
			await title(editor(), 'The wheel squeaks').waitFor();
			const ofTicket = () =>
				storedHooks(data).filter(({ family, place }) => family === 'ticket' && place.includes('gadgets'));
			if (way === 'webhooks')
				await until(() => ofTicket().length === 1, { what: 'the ticket has a webhook', seconds: 60 });
			await bob('PUT', '/user/~bob/trackers/gadgets/tickets/1', { comment: 'Oil it well.' });
			const began = performance.now();
			await ticketPage(editor()).getByText('Oil it well.').first().waitFor({ timeout: 90_000 });
			console.log(`      shown after ${Math.round(performance.now() - began)} ms`);
			assert.equal(ofTicket().length, way === 'webhooks' ? 1 : 0);
		});
	});
}
