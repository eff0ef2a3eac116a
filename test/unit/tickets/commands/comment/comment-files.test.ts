import assert from 'node:assert/strict';
import { commentAddress, ticketsAt } from '../../../../../src/tickets/commands/comment/comment-files.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';
import { commentWindows, openComments, ticket } from '../../state/comment-windows.ts';
import { stage } from '../../state/forge.ts';

const tickets = (count: number) => Array.from({ length: count }, (_, at) => ticket(at + 1));
const address = commentAddress(tickets(2));
const refuse = () => assert.fail('it must not be sent');

describe('The address of a comment for several tickets', () => {
	it('names the tickets, the same in whatever order the user has selected them', () => {
		assert.equal(address.path, '/~ana/editor#1, #2/Comment on 2 tickets.md');
		assert.deepEqual(commentAddress(tickets(2).toReversed()), address);
		assert.match(commentAddress(tickets(12)).path, /#9, #10, 2 more\/Comment on 12 tickets\.md$/);
		const elsewhere = commentAddress([ticket(1), { ...ticket(2), tracker: 'web' }]);
		assert.equal(elsewhere.path, '/~ana/editor#1, ~ana/web#2/Comment on 2 tickets.md');
	});

	it('identifies the tickets', () => {
		assert.deepEqual(ticketsAt(address), tickets(2));
		const others = [tickets(3), [ticket(1), { ...ticket(2), account: 'bob' }]].map(commentAddress);
		assert.equal(new Set([address, ...others].map(({ query }) => query)).size, 3);
		for (const query of ['', '[]', '{', '[{"account":"ana"}]'])
			assert.throws(() => ticketsAt({ query }), /no comment at this address/, query);
	});
});

describe('The file of a comment for several tickets', () => {
	const resources = stage();
	const { windows } = commentWindows(resources);

	/** What a window has moved to the outbox. `work` runs meanwhile. */
	const outbox = () => {
		const moved: string[] = [];
		return {
			moved,
			move: (text: string, work?: () => unknown) => async () => {
				moved.push(text);
				await work?.();
			},
		};
	};

	it('has the saved text with the line breaks of the forge, also in the next window', async () => {
		const window = await windows();
		const { files } = await window();
		assert.equal(await files.read(address), '');
		await files.write(address, 'One\r\ntwo');
		assert.equal(await files.read(address), 'One\ntwo');
		assert.equal(await (await window()).files.read(address), 'One\ntwo');
	});

	it('is on disk when the user has typed, before VS Code writes it', async () => {
		const window = await windows();
		const { files } = await window();
		await files.read(address);
		for (const text of ['O', 'On', 'One']) void files.keep(address, text).catch(assert.fail);
		await files.keep(address, 'One.');
		assert.equal(await (await window()).files.read(address), 'One.');
	});

	it('is no file while nothing is written', async () => {
		const window = await windows();
		const { files, comments } = await window();
		await files.read(address);
		assert.deepEqual(comments.drafts.all(), []);
		await files.write(address, 'One');
		await files.write(address, ' \n');
		assert.deepEqual([comments.drafts.all(), (await window()).comments.drafts.all()], [[], []]);
	});

	it('is not overwritten by a window that has an older version', async () => {
		const window = await windows();
		const [a, b] = [await window(), await window()];
		for (const { files } of [a, b]) await files.read(address);
		await a.files.write(address, 'By the first.');
		await until(() => b.comments.textOf(tickets(2)) !== '');
		await assert.rejects(b.files.write(address, 'By the second.'), /changed outside this editor.*Revert/);
		await assert.rejects(b.files.send(address, 'By the second.', refuse), /changed outside this editor/);
		assert.equal(a.comments.textOf(tickets(2)), 'By the first.');
		assert.equal(await b.files.read(address), 'By the first.');
		await b.files.write(address, 'By both.');
	});

	it('is sent by one of two windows', async () => {
		const window = await windows();
		const [a, b] = [await window(), await window()];
		await a.files.write(address, 'Thanks.');
		await until(() => b.comments.textOf(tickets(2)) !== '');
		assert.equal(await b.files.read(address), 'Thanks.');
		const { moved, move } = outbox();
		const results = await Promise.allSettled(
			[a, b].map(({ files }) => files.send(address, 'Thanks.', move('Thanks.'))),
		);
		assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
		assert.deepEqual(moved, ['Thanks.']);
		const later = await window();
		for (const { files } of [a, b, later]) {
			assert.equal(await files.read(address), '');
			await files.write(address, '');
		}
		await later.files.write(address, 'Thanks.');
		await later.files.send(address, 'Thanks.', move('Again.'));
		assert.deepEqual(moved, ['Thanks.', 'Again.'], 'the same text can be written again');
	});

	it('is known as sent in an editor that still shows it, which keeps only what is added', async () => {
		const window = await windows();
		const [a, b] = [await window(), await window()];
		await a.files.write(address, 'Thanks.');
		await until(() => b.comments.textOf(tickets(2)) !== '');
		await b.files.read(address);
		await a.files.send(address, 'Thanks.', async () => {});
		await until(() => b.comments.textOf(tickets(2)) === '');
		await assert.rejects(b.files.send(address, 'Thanks.', refuse), /already sent/);
		for (const text of ['Thanks.\n\nA', 'Thanks.\n\nAnd', 'Thanks.\n\nAn']) {
			await b.files.write(address, text);
			assert.equal(b.comments.textOf(tickets(2)), text.slice(9));
		}
	});

	it('keeps what is written while it is sent', async () => {
		const window = await windows();
		const { files, comments } = await window();
		await files.read(address);
		await files.write(address, 'First');
		await files.write(address, 'First\n\nbefore');
		const { moved, move } = outbox();
		let during: Promise<void> | undefined;
		await files.send(
			address,
			'First',
			move('First', () => {
				during = files.write(address, 'First\n\nbefore, during');
			}),
		);
		await during;
		assert.deepEqual(moved, ['First']);
		assert.equal(comments.textOf(tickets(2)), 'before, during');
		await files.keep(address, 'First\n\nbefore, during, after');
		files.didRemoveSent(address);
		await files.write(address, 'First of what was written after.');
		const later = await window();
		assert.equal(await later.files.read(address), 'First of what was written after.');
	});

	it('keeps what is written at the moment at which it counts as sent', async () => {
		const storage = await resources.storage();
		let written: Promise<void> | undefined;
		const { files, comments } = await openComments(
			{
				...storage,
				replace: async (name, content, options) => {
					if (name[0] === 'sends' && String(content).includes('"isSent":true'))
						written ??= files.keep(address, 'First\n\nThird');
					await storage.replace(name, content, options);
				},
			},
			resources.ending,
		);
		await files.read(address);
		await files.write(address, 'First\n\nSecond');
		await files.send(address, 'First', async () => {});
		await written;
		assert.equal(comments.textOf(tickets(2)), 'Third');
	});

	it('is kept as a whole if VS Code restores it, and its beginning is like a text that was sent before', async () => {
		const window = await windows();
		const { files } = await window();
		await files.write(address, 'Thanks.');
		await files.send(address, 'Thanks.', async () => {});
		await files.read(address);
		await files.write(address, 'Thanks. Again');
		const next = await window();
		await next.files.keep(address, 'Thanks. Again, really.');
		assert.equal(next.comments.textOf(tickets(2)), 'Thanks. Again, really.');
	});

	it('stays if it cannot be moved to the outbox', async () => {
		const window = await windows();
		const { files } = await window();
		await files.write(address, 'Thanks.');
		const full = () => Promise.reject(new Error('The disk is full'));
		await assert.rejects(files.send(address, 'Thanks.', full), /disk is full/);
		assert.equal(await (await window()).files.read(address), 'Thanks.');
		const { moved, move } = outbox();
		await files.send(address, 'Thanks.', move('Thanks.'));
		assert.deepEqual(moved, ['Thanks.']);
	});

	it('is not sent again if it cannot be removed after it was moved to the outbox', async () => {
		const window = await windows();
		const { files } = await window();
		await files.write(address, 'Thanks.');
		const restore = failing('rm', 'EIO', { path: /drafts/ });
		resources.ending(restore);
		await files.send(address, 'Thanks.', async () => {});
		restore();
		const later = await window();
		assert.equal(await later.files.read(address), '');
		await assert.rejects(later.files.send(address, 'Thanks.', refuse));
	});

	it('gets the last words back that VS Code did not keep before it was killed', async () => {
		const window = await windows();
		await (await window()).files.write(address, 'Thanks to both.');
		const { files } = await window();
		assert.equal(files.newerThan(address, 'Thanks to'), 'Thanks to both.');
		for (const text of ['Thanks to both.', 'Others']) assert.equal(files.newerThan(address, text), undefined);
		await files.read(address);
		assert.equal(files.newerThan(address, 'Thanks to'), undefined, 'the user has deleted some');
	});
});
