import assert from 'node:assert/strict';
import fc from 'fast-check';
import { highlight } from '../../../../src/platform/model/highlight.ts';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { htmlProblems } from '../../../kit/pages/html.ts';
import { anything, burdens, schemes, shapes, vectors } from './hostile.ts';

const addresses = { trackers: 'https://todo.example.org' };
const render = renderer({ addresses, currentTracker: { owner: '~ana', tracker: 'editor' }, highlight });

/** Hosts that links may lead to: the tracker's own address for relative paths, and hosts that the reader sees in the text. */
const harmless = ['todo.example.org', 'a.example'];

describe('Hostile Markdown', () => {
	it('is tested with at least 60 inputs and 40 link targets', () =>
		assert.ok(vectors.length >= 60 && schemes.length >= 40));

	for (const [index, vector] of vectors.entries()) {
		it(`becomes allowed HTML: ${index + 1} ${JSON.stringify(vector.slice(0, 60))}`, () => {
			assert.deepEqual(htmlProblems(render(vector).html), []);
		});
	}

	for (const target of schemes) {
		it(`gets no link that opens ${JSON.stringify(target)}`, () => {
			for (const shape of shapes) {
				const { html } = render(shape(target));
				assert.deepEqual(htmlProblems(html), [], shape(target));
				const opens = [...html.matchAll(/data-(?:open|src)="(?!unsupported:)([^"]*)"/g)].map(
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

	it('cannot attach a file to a mail', () => {
		const { html } = render('[x](mailto:a@b.example?attach=/etc/passwd&subject=y%20z&Attachment=x)');
		assert.match(html, /data-open="mailto:a@b\.example\?subject=y%20z"/);
	});

	it('shows the true host of a misleading link', () => {
		const { html } = render('[https://good.example](https://evil.example) https://gооd.example');
		assert.match(html, /title="https:\/\/evil\.example\/"/);
		assert.match(html, /title="https:\/\/xn--/);
	});

	it('becomes only allowed tags and attributes, whatever it contains', () => {
		fc.assert(
			fc.property(anything, (markdown) => assert.deepEqual(htmlProblems(render(markdown).html), [])),
			{ numRuns: 300 },
		);
	}).timeout(20_000);
});

describe('A megabyte of a repeated string', () => {
	for (const burden of burdens) {
		it(`is cut short as too long, and 32,768 characters of it become allowed HTML: ${JSON.stringify(burden)}`, () => {
			const all = burden.repeat(2 ** 20 / burden.length);
			assert.match(render(all).html, /too long/);
			assert.deepEqual(htmlProblems(render(all.slice(0, 32_768)).html), []);
		}).timeout(20_000);
	}
});
