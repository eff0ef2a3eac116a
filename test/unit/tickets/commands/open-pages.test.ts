import assert from 'node:assert/strict';
import { openPages } from '../../../../src/tickets/commands/open-pages.ts';

describe('Opening the pages of tickets', () => {
	const addresses = (count: number) => Array.from({ length: count }, (_, nth) => `https://forge.test/${nth}`);

	async function opened(count: number, agrees: boolean) {
		const [asked, pages]: [string[], string[]] = [[], []];
		await openPages(addresses(count), {
			confirm: async (question) => asked.push(question) > 0 && agrees,
			open: async (address) => pages.push(address),
		});
		return { asked, pages };
	}

	it('does not ask for a few pages', async () => {
		assert.deepEqual(await opened(10, false), { asked: [], pages: addresses(10) });
	});

	it('asks for many pages, and opens all of them or none', async () => {
		const asked = ['Open 11 tickets in the browser?'];
		assert.deepEqual(await opened(11, false), { asked, pages: [] });
		assert.deepEqual(await opened(11, true), { asked, pages: addresses(11) });
	});
});
