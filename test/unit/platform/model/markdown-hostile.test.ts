import assert from 'node:assert/strict';
import fc from 'fast-check';
import { highlight } from '../../../../src/platform/model/markdown/highlight.ts';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { anything, burdens, schemes, shapes, vectors } from './hostile.ts';
import { htmlProblems } from './html.ts';

const places = { trackers: 'https://todo.example.org' };
const render = renderer({ places, here: { owner: '~ana', tracker: 'editor' }, highlight });

/** Hosts that links may keep: the tracker's own address for paths below it, and pieces that the reader sees as they are. */
const harmless = ['todo.example.org', 'a.example', 'user'];

describe('Hostile Markdown', () => {
	it('comes in many kinds', () => assert.ok(vectors.length >= 60 && schemes.length >= 40));

	for (const [index, vector] of vectors.entries()) {
		it(`becomes nothing but text: ${index + 1} ${JSON.stringify(vector.slice(0, 60))}`, () => {
			assert.deepEqual(htmlProblems(render(vector).html), []);
		});
	}

	for (const target of schemes) {
		it(`leads nowhere: ${JSON.stringify(target)}`, () => {
			for (const shape of shapes) {
				const { html } = render(shape(target));
				assert.deepEqual(htmlProblems(html), [], shape(target));
				const opens = [...html.matchAll(/data-(?:open|src)="([^"]*)"/g)].map(
					([, to = '']) => new URL(to).host,
				);
				assert.deepEqual(
					opens.filter((host) => !harmless.includes(host)),
					[],
					shape(target),
				);
			}
		});
	}

	it('gives a mail program nothing to attach', () => {
		const { html } = render('[x](mailto:a@b.example?attach=/etc/passwd&subject=y%20z&Attachment=x)');
		assert.match(html, /data-open="mailto:a@b\.example\?subject=y%20z"/);
	});

	it('names the true host of a link that shows another', () => {
		const { html } = render('[https://good.example](https://evil.example) https://gооd.example');
		assert.match(html, /title="https:\/\/evil\.example\/"/);
		assert.match(html, /title="https:\/\/xn--/);
	});

	it('whatever it is, is written as nothing but allowed tags and attributes', () => {
		fc.assert(
			fc.property(anything, (markdown) => assert.deepEqual(htmlProblems(render(markdown).html), [])),
			{ numRuns: 300 },
		);
	}).timeout(20_000);
});

describe('A megabyte of one thing', () => {
	for (const burden of burdens) {
		it(`is shown, and as much as is formatted at all is formatted: ${JSON.stringify(burden)}`, () => {
			const all = burden.repeat(2 ** 20 / burden.length);
			assert.match(render(all).html, /too long/);
			assert.deepEqual(htmlProblems(render(all.slice(0, 32_768)).html), []);
		}).timeout(20_000);
	}
});
