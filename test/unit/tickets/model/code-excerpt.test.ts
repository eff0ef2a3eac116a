import assert from 'node:assert/strict';
import { codeExcerpt } from '../../../../src/tickets/model/code-excerpt.ts';
import { createTodoFinder } from '../../../../src/tickets/model/todo-comments.ts';

describe('Code in a new ticket', () => {
	const { find: findTodo } = createTodoFinder(['TODO']);
	const excerpt = (text: string, more = {}) =>
		codeExcerpt({
			text,
			path: 'src/a.ts',
			from: 3,
			to: 4,
			language: 'typescript',
			link: undefined,
			findTodo,
			...more,
		});

	it('has the line breaks of the forge, whatever the file has', () => {
		const expected = {
			title: 'Close it',
			text: '`src/a.ts:3-4`\n\n```typescript\nopen();\n// TODO: close it\n```\n\n',
		};
		for (const end of ['\n', '\r\n', '\r']) {
			assert.deepEqual(excerpt(['open();', '// TODO: close it', ''].join(end)), expected);
		}
	});

	it('names a single line and links to it', () => {
		const { title, text } = excerpt('open();', { to: 3, link: 'https://forge.test/a' });
		assert.equal(title, '');
		assert.equal(text, '[`src/a.ts:3`](https://forge.test/a)\n\n```typescript\nopen();\n```\n\n');
	});

	for (const [todo, title] of [
		['why?', 'Why?'],
		['überlauf bei 2^31', 'Überlauf bei 2^31'],
		['don’t wait', 'Don’t wait'],
		['why', 'Why'],
		['later.', 'Later.'],
		['readFile fails', 'readFile fails'],
		['a.out is not removed', 'a.out is not removed'],
		['free() is missing', 'free() is missing'],
		['2 files', '2 files'],
		['Already so', 'Already so'],
	] as const) {
		it(`gives the title “${title}”`, () => assert.equal(excerpt(`// TODO: ${todo}`).title, title));
	}

	it('stays code, and its file name stays a name, even if they contain backticks', () => {
		const { text } = excerpt('```\na\n```', { path: 'a`b.md' });
		assert.equal(text, '``a`b.md:3-4``\n\n````typescript\n```\na\n```\n````\n\n');
	});
});
