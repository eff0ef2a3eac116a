import assert from 'node:assert/strict';
import type { InputBoxOptions } from 'vscode';
import { answerWith, enter } from '../../../../kit/window/editor.ts';

const { askQueryName } = await import('../../../../../src/platform/editor/boxes/ask-query-name.ts');

const question = {
	title: 'Rename Query',
	prompt: 'New name',
	value: 'Bugs',
	queries: () => [
		{ name: 'Bugs', text: 'label:bug' },
		{ name: 'Mine', text: 'assigned:me' },
	],
};

describe('The box for the name of a query', () => {
	it('refuses an empty name and one that is taken, and keeps what is typed', async () => {
		let options: InputBoxOptions | undefined;
		answerWith((given) => {
			options = given as InputBoxOptions;
			return undefined;
		});
		assert.equal(await askQueryName(question), undefined);
		const problemOf = (text: string) => options?.validateInput?.(text);
		assert.equal(options?.value, 'Bugs');
		assert.equal(await problemOf(' '), 'Enter a name.');
		assert.equal(await problemOf(' Mine '), 'There is already a query named "Mine".');
		assert.equal(await problemOf('Bugs'), undefined);
		assert.equal(await problemOf('mine'), undefined);
	});

	it('returns the name without the space around it', async () => {
		answerWith(enter(' All bugs '));
		assert.equal(await askQueryName(question), 'All bugs');
	});
});
