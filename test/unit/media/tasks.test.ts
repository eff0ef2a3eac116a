import assert from 'node:assert/strict';
import { renderer } from '../../../src/platform/model/markdown/renderer.ts';
import { comment, sample, user } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' } });
const long = 'words '.repeat(60);

describe('The checkbox of a task', () => {
	const lists: readonly [what: string, markdown: string][] = [
		['an ordered list', `9. [ ] a\n10. [x] ${long}`],
		['a list that also has other items', `- a\n- [ ] ${long}\n- [x] b`],
		['a nested list', `- a\n  - [ ] ${long}\n    1. [x] c\n- [x] d\n  - e\n    - [ ] f`],
		['a list with paragraphs', `- [ ] ${long}\n\n  b\n\n- [x] c\n\n1. [ ] d\n\n   e`],
		['a quote', `> - [ ] ${long}\n> - b\n>\n> 1. [x] c`],
		['right-to-left text', '- [ ] שלום עולם\n- [x] b'],
	];
	for (const [what, markdown] of lists) {
		it(`is on the first line of its text and beside it in ${what}`, async () => {
			const html = render(markdown).html;
			const page = await openPage({ ...sample, timeline: [comment('a', user('~bob'), html)] });
			const tasks = await page.page.locator('.prose .task').evaluateAll((all) =>
				all.map((task) => {
					const box = task.querySelector('input')?.getBoundingClientRect() ?? new DOMRect();
					const range = document.createRange();
					const words = document.createTreeWalker(task, NodeFilter.SHOW_TEXT);
					while (words.nextNode()) if (words.currentNode.textContent?.trim()) break;
					range.selectNodeContents(words.currentNode);
					const line = range.getClientRects()[0] ?? new DOMRect();
					const middle = box.top + box.height / 2;
					const isBeside = box.right <= line.left || line.right <= box.left;
					return isBeside && middle > line.top && middle < line.bottom;
				}),
			);
			assert.ok(tasks.length > 0);
			assert.ok(
				tasks.every((isRight) => isRight),
				JSON.stringify(tasks),
			);
		});
	}
});
