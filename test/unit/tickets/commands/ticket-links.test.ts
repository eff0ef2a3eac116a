import assert from 'node:assert/strict';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { ticket } from '../../../kit/items/query-tickets.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';
import { signedIn } from './signed-in.ts';

const { copyLinks, copyMarkdownLinks, openOnWeb } = await import(
	'../../../../src/tickets/commands/ticket-links.ts'
);

const resources = stage();
const key = (ticket: number, account = 'ana') => ({ account, owner: '~ana', tracker: 'editor', ticket });
const page = (ticket: number) => `https://todo.forge.test/~ana/editor/${ticket}`;

describe('The links of tickets', () => {
	it('are copied, and need an account that is signed in', async () => {
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		await copyLinks(tickets, [key(1), key(2)]);
		assert.deepEqual(takeCalls(), [`clipboard: ${page(1)}\n${page(2)}`, 'status bar: 2 links copied']);
		for (const command of [copyLinks, copyMarkdownLinks, openOnWeb])
			await assert.rejects(command(tickets, [key(1), key(2, 'bob')]), { kind: 'signed-out' });
		assert.deepEqual(takeCalls(), []);
	});

	it('copies links with references and titles as Markdown, whatever the titles contain', async () => {
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		const titles = [
			['Undo history is lost', 'Undo history is lost'],
			[
				'[a](b) *c* _d_ `e` <f> &amp; ~~g~~ h\\\n\u202Ei',
				'\\[a\\](b) \\*c\\* \\_d\\_ \\`e\\` \\<f> \\&amp; \\~~g\\~~ h\\\\ ‹U+202E›i',
			],
		] as const;
		for (const [title, text] of titles) {
			tickets.known = () => ticket({ title });
			await copyMarkdownLinks(tickets, [key(1)]);
			const [copied] = takeCalls();
			assert.equal(copied, `clipboard: [~ana/editor#1: ${text}](${page(1)})`);
		}
		tickets.known = () => undefined;
		await copyMarkdownLinks(tickets, [key(1000)]);
		assert.equal(takeCalls()[0], `clipboard: [~ana/editor#1000](${page(1000)})`);
	});
});

describe('Opening tickets in the browser', () => {
	it('opens each, after the user confirms that there are many', async () => {
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		await openOnWeb(tickets, [key(1)]);
		assert.deepEqual(takeCalls(), [`browser: ${page(1)}`]);
		const many = Array.from({ length: 11 }, (_, nth) => key(nth + 1));
		await openOnWeb(tickets, many.slice(1));
		assert.equal(takeCalls().length, 10);
		await openOnWeb(tickets, many);
		const [question = '', ...more] = takeCalls();
		assert.match(
			question,
			/^warning: Open 11 tickets in the browser\?: Each ticket opens in its own tab\.: Open All$/,
		);
		assert.deepEqual(more, []);
		answerWith(enter('Open All'));
		await openOnWeb(tickets, many);
		assert.equal(takeCalls().length, 12);
	});
});
