import assert from 'node:assert/strict';
import { titleAbout } from '../../../../src/tickets/commands/input-title.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { signedIn } from './signed-in.ts';

describe('The title of an input field about a ticket', () => {
	const resources = stage();
	const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 3 };
	for (const [title, shown] of [
		['It is slow', 'Status: ~ana/editor#3 · It is slow'],
		[undefined, 'Status: ~ana/editor#3'],
		['', 'Status: ~ana/editor#3'],
		['x'.repeat(60), `Status: ~ana/editor#3 · ${'x'.repeat(60)}`],
		['x'.repeat(61), `Status: ~ana/editor#3 · ${'x'.repeat(60)}…`],
		['odd\u202e', 'Status: ~ana/editor#3 · odd‹U+202E›'],
	] as const)
		it(`is ${shown.slice(0, 40)} for ${JSON.stringify(title?.slice(0, 12))} (${title?.length ?? 0} characters)`, async () => {
			const tickets = await signedIn(await resources.forge(), resources, 'ana');
			assert.equal(titleAbout(tickets, 'Status', key, title), shown);
		});
});
