import assert from 'node:assert/strict';
import { textLinks } from '../../../../../src/platform/model/markdown/text-links.ts';

const instances = [{ trackers: 'https://todo.example.org', lists: 'https://lists.example.org' }];

/** The texts of the links, each with what it opens. */
const links = (text: string, tracker?: { owner: string; tracker: string }) =>
	textLinks(text, instances, tracker).map(({ start, end, open }) => [text.slice(start, end), open]);

describe('The links in a plain text', () => {
	it('are references, and addresses without the punctuation around them', () => {
		assert.deepEqual(links('See ~ana/editor#12, ~bob and (https://example.org/a_(b)).'), [
			['~ana/editor#12', 'ticket:~ana/editor#12'],
			['~bob', 'user:~bob'],
			['https://example.org/a_(b)', 'https://example.org/a_(b)'],
		]);
	});

	it('open the address of a known page as it is', () => {
		const address = 'https://todo.example.org/~ana/editor/42';
		assert.deepEqual(links(address), [[address, address]]);
	});

	it('complete short references only with a tracker', () => {
		assert.deepEqual(links('#12'), []);
		assert.deepEqual(links('#12', { owner: '~ana', tracker: 'editor' }), [['#12', 'ticket:~ana/editor#12']]);
	});

	it('are never to what must not be opened', () => {
		for (const text of ['javascript:alert(1)', 'command:x', 'https://ana@example.org/', 'file:///etc/passwd'])
			assert.deepEqual(links(text), [], text);
	});

	it('do not overlap, and are found in order and in linear time', () => {
		assert.deepEqual(links('https://todo.example.org/~ana/editor/1 ~bob').length, 2);
		assert.equal(links('https://example.org/a '.repeat(2000)).length, 500);
		assert.deepEqual(links(`${'http://'.repeat(20_000)}`).length, 0);
	});
});
