import assert from 'node:assert/strict';
import fc from 'fast-check';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { attributes, collections, tagSoup, tags } from '../../../kit/pages/hostile-tags.ts';
import { htmlProblems } from '../../../kit/pages/html.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' } });
const problems = (markdown: string) => htmlProblems(render(markdown).html);

describe('A tag with hostile attributes', () => {
	it('is written with each of at least 150 attributes', () => assert.ok(attributes.length >= 150));

	for (const tag of tags) {
		it(`becomes allowed HTML, however it is written and wherever it is: ${tag}`, () => {
			for (const text of collections(tag)) assert.deepEqual(problems(text), [], text);
		}).timeout(10_000);
	}

	it('is formatted, so it is not only shown as plain text', () => {
		for (const tag of ['details', 'table', 'kbd', 'del', 'ins', 'sub', 'sup']) {
			const shown = collections(tag).map((text) => render(text).html);
			assert.deepEqual(
				shown.filter((html) => /is too (?:long|deep|intricate)/.test(html)),
				[],
			);
			assert.ok(shown.join('').split(`<${tag}`).length > 500, tag);
		}
	});

	it('becomes allowed HTML in any soup of tags, for as many as fit in two seconds', () => {
		fc.assert(
			fc.property(tagSoup, (markdown) => assert.deepEqual(problems(markdown), [], markdown)),
			{ numRuns: 20_000, interruptAfterTimeLimit: 2000 },
		);
	}).timeout(20_000);
});
