import assert from 'node:assert/strict';
import { idOfTicket } from '../../../../src/platform/model/keys.ts';
import type { Handlers } from '../../../../src/platform/page/requests.ts';

import type { TicketRequests } from '../../../../src/tickets/page/protocol.ts';
import { TicketPageTexts } from '../../../../src/tickets/page/ticket-page-texts.ts';
import { key as place, stage } from '../../../kit/forge/tracker-forge.ts';
import { pageText } from '../../../kit/items/written-texts.ts';
import { until } from '../../../tools/until.ts';
import { signedIn } from '../commands/signed-in.ts';

const key = { ...place, account: 'ana', ticket: 1 };

describe('The texts of the page of a ticket', () => {
	const resources = stage();

	async function open() {
		const forge = await resources.forge();
		forge.fill(1);
		const tickets = await signedIn(forge, resources, 'ana');
		const acted: string[] = [];
		const texts = new TicketPageTexts({
			key,
			host: {
				tickets,
				actOnWaiting: async (act, entry) => acted.push(`${act} ${entry}`),
				undoChange: async (change) => acted.push(`undo ${change}`),
			},
			changed: () => {},
			changesOf: ({ text }) => [{ key, change: { change: { comment: text } } }],
		});
		resources.ending(() => texts.dispose());
		const { handlers } = texts;
		const save = (text: string, revision = 1, id = 'text') =>
			handlers.draft({ page: idOfTicket(key), at: null, text: pageText({ text }, revision, id) });
		const shown = () => texts.shown('UTC');
		const act = (name: Parameters<Handlers<TicketRequests>['actOnText']>[0]['act']) =>
			handlers.actOnText({ entry: texts.waiting[0]?.id ?? '', act: name });
		return { forge, tickets, texts, handlers, save, shown, act, acted };
	}

	it('are in the past once they are on their way, until they are edited again', async () => {
		const { forge, save, handlers, shown, texts, act } = await open();
		forge.line.gateway = 403;
		await save('Mine.');
		await handlers.send({ text: pageText({ text: 'Mine.' }, 2), version: '' });
		assert.deepEqual(shown().editing, []);
		await until(() => shown().past[0]?.state === 'refused');
		assert.deepEqual(await act('edit'), { id: 'text' });
		assert.deepEqual([texts.waiting, shown().past, shown().editing.length], [[], [], 1]);
	});

	it('that were refused can be discarded, and restored', async () => {
		const { forge, handlers, shown, act } = await open();
		forge.line.gateway = 403;
		await handlers.send({ text: pageText({ text: 'Mine.' }), version: '' });
		await until(() => shown().past[0]?.state === 'refused');
		assert.deepEqual(await act('discard'), { id: 'text' });
		assert.deepEqual(
			shown().past.map(({ state }) => state),
			['discarded'],
		);
		await handlers.restoreDraft({ id: 'text' });
		assert.equal(shown().editing[0]?.body.text, 'Mine.');
	});

	it('for several tickets are edited again for this one only', async () => {
		const { forge, tickets, shown, act } = await open();
		forge.line.gateway = 403;
		forge.fill(1);
		const both = [key, { ...key, ticket: 2 }];
		await tickets.textSender.comment(both, 'For all.', tickets.basesOf(both));
		await until(() => tickets.outbox.entries.every(({ state }) => state.kind === 'refused'));
		const { id } = await act('edit');
		assert.deepEqual(
			shown().editing.map((text) => [text.id, text.body.text]),
			[[id, 'For all.']],
		);
		assert.deepEqual(
			tickets.outbox.entries.map(({ key: one }) => one),
			[both[1]],
		);
	});

	it('are sent again, and get permissions, by the commands', async () => {
		const { forge, handlers, shown, act, acted, texts } = await open();
		forge.line.gateway = 403;
		await handlers.send({ text: pageText({ text: 'Mine.' }), version: '' });
		await until(() => shown().past[0]?.state === 'refused');
		const [{ id } = assert.fail()] = texts.waiting;
		for (const name of ['send-now', 'grant'] as const) assert.deepEqual(await act(name), { id: null });
		assert.deepEqual(acted, [`send-now ${id}`, `grant ${id}`]);
		assert.deepEqual(await handlers.actOnText({ entry: 'gone', act: 'edit' }), { id: null });
	});

	it('are not edited while they are being sent', async () => {
		const { forge, handlers, act } = await open();
		forge.line.held = /^PUT/;
		await handlers.send({ text: pageText({ text: 'Mine.' }), version: '' });
		await until(() => forge.line.waiting.length === 1);
		await assert.rejects(async () => act('edit'), /being sent right now/);
		forge.release();
	});
});
