import assert from 'node:assert/strict';
import { CommentFiles, commentAt } from '../../../../../src/tickets/commands/comment/comment-files.ts';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';
import { commentWindows, ticket } from './comment-windows.ts';

const tickets = (count: number) => Array.from({ length: count }, (_, at) => ticket(at + 1));

describe('The file of a comment for several tickets', () => {
	const { windows } = commentWindows(stage());
	const both = tickets(2);

	async function open() {
		const window = await windows();
		const first = await window();
		const address = first.files.addressOf(both);
		const drafts = ({ tickets }: Pick<typeof first, 'tickets'>) =>
			tickets.texts.editing.map(({ body }) => body.text).sort();
		return { window, address, drafts, ...first };
	}

	it('names the tickets in its address, the same in whatever order the user has selected them', async () => {
		const { files, address } = await open();
		assert.equal(address.path, '/~ana/editor#1, #2/Comment on 2 tickets.md');
		assert.deepEqual(commentAt(address).tickets, both);
		await files.write(address, 'Thanks.');
		assert.deepEqual(files.addressOf(both.toReversed()), address);
		assert.match(files.addressOf(tickets(12)).path, /#9, #10, 2 more\/Comment on 12 tickets\.md$/);
		const elsewhere = files.addressOf([ticket(1), { ...ticket(2), tracker: 'web' }]);
		assert.equal(elsewhere.path, '/~ana/editor#1, ~ana/web#2/Comment on 2 tickets.md');
		for (const query of ['', '[]', '{', '{"id":"one"}', '{"id":"one","tickets":[{"account":"ana"}]}'])
			assert.throws(() => commentAt({ ...address, query }), /no comment at this address/, query);
	});

	it('has the saved text with the line breaks of the forge, also in the next window', async () => {
		const { window, files, address } = await open();
		assert.equal(await files.read(address), '');
		await files.write(address, 'For\r\nboth');
		const next = await window();
		assert.equal(await next.files.read(address), 'For\nboth');
		assert.equal(next.tickets.texts.editing[0]?.account.name, '~ana');
	});

	it('is no draft while nothing is written', async () => {
		const { files, address, drafts, ...window } = await open();
		await files.read(address);
		await files.write(address, ' \n');
		await files.write(address, 'Hm');
		await files.write(address, '');
		assert.deepEqual(drafts(window), []);
	});

	it('keeps both texts if another window has written it since it was read', async () => {
		const { window, address, drafts, ...a } = await open();
		const b = await window();
		await a.files.write(address, 'By the first.');
		await b.files.write(address, 'By the second.');
		for (const one of [a, b]) await until(() => drafts(one).join() === 'By the first.,By the second.');
	});

	it('is empty after it was sent, and takes the next comment', async () => {
		const { files, address, drafts, ...window } = await open();
		await files.write(address, 'Thanks.');
		await window.tickets.textSender.comment(both, files.written(address, 'Thanks.'), () => undefined);
		assert.equal(await files.read(address), '');
		assert.notDeepEqual(files.addressOf(both), address);
		await files.keep(address, 'Thanks. And more');
		assert.deepEqual(drafts(window), ['Thanks. And more']);
	});

	it('gets the last words back that VS Code did not keep before it was killed', async () => {
		const { window, files, address } = await open();
		await files.write(address, 'Thanks to both.');
		const next = new CommentFiles((await window()).tickets);
		assert.equal(next.newerThan(address, 'Thanks to'), 'Thanks to both.');
		for (const text of ['Thanks to both.', 'Others']) assert.equal(next.newerThan(address, text), undefined);
		await next.read(address);
		assert.equal(next.newerThan(address, 'Thanks to'), undefined, 'the user has deleted some');
	});
});
