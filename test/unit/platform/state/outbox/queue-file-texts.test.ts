import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { QueueFile } from '../../../../../src/platform/state/outbox/queue-file.ts';
import { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { emptyBody } from '../../../../../src/tickets/model/ticket-draft.ts';
import { ticketTexts } from '../../../../../src/tickets/state/changes/text-format.ts';
import { ticketOutboxFormat } from '../../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { key as place, readable, stage } from '../../../../kit/forge/tracker-forge.ts';

const key = { ...place, account: 'ana', ticket: 1 };

describe('The file of an outbox in a window that hangs while it changes a text', () => {
	const { folder, ending } = stage();

	it('does not take back a text that another window sends by now', async () => {
		const at = await folder();
		const { log } = readable();
		const open = async (textStorage: Storage, queueStorage: Storage) => {
			const texts = new Texts({ storage: textStorage, format: ticketTexts, log, pauseMs: 0 });
			ending(() => texts.dispose());
			await texts.open();
			return {
				texts,
				file: new QueueFile({ storage: queueStorage, format: ticketOutboxFormat, texts: texts.queued, log }),
			};
		};
		const [textStorage, queueStorage] = [fileStorage(`${at}/texts`, log), fileStorage(`${at}/outbox`, log)];
		const other = await open(textStorage, queueStorage);
		let wake = () => {};
		let didHang = () => {};
		const hung = new Promise<void>((resolve) => {
			didHang = resolve;
		});
		let hangs = false;
		const lost = new AbortController();
		const hanging = await open(
			{
				...textStorage,
				lock: async (name, work, signal) => {
					if (hangs) {
						didHang();
						await new Promise<void>((resolve) => {
							wake = resolve;
						});
					}
					return textStorage.lock(name, work, signal);
				},
			},
			{
				...queueStorage,
				// Another window takes the lock while this one hangs.
				lock: async (_, work) =>
					work({ lost: lost.signal, confirm: async () => lost.signal.throwIfAborted() } as never),
			},
		);
		await other.texts.write({
			...{ id: 'text', key, account: { id: 'ana', name: '~ana', instance: 'forge.test' } },
			...{ body: { ...emptyBody, text: 'Hm' }, base: null, revision: 1, writer: 'page' },
		});
		const entry = {
			...{ id: 'entry', key, due: 0, origin: 'one', textId: 'text' },
			...{ state: { kind: 'pending' as const } },
			steps: [{ group: 'one', change: { change: { comment: 'Hm' } }, at: 1 }],
		};
		await other.file.change((queue) => [...queue, entry]);
		await hanging.texts.readNow();
		hangs = true;
		// The user presses Edit.
		const editing = hanging.file
			.change((queue) => queue.filter(({ state }) => state.kind === 'sending'), 'editing')
			.catch(() => {});
		await hung;
		await other.file.change((queue) =>
			queue.map((one) => ({ ...one, state: { kind: 'sending' as const, since: 1 } })),
		);
		hangs = false;
		lost.abort(new Error('lost'));
		wake();
		await editing;
		const [text] = await other.texts.folder.list();
		assert.deepEqual([text?.state, text?.entries[0]?.state.kind], ['queued', 'sending']);
	});
});
