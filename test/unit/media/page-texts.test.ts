import assert from 'node:assert/strict';
import { PageTexts } from '../../../media/page/text-box/page-texts.ts';

const hostText = (id: string, body: string, revision: number, writer: string) => ({
	...{ id, body, revision, writer },
	saved: '08:12',
});

describe('What a page knows of the texts of its host', () => {
	const cases = [
		['is what was saved here', 'page', 1, 'new'],
		['is what was saved here, based on another window', 'other', 1, 'new'],
		['is what another window has written since', 'other', 5, 'old'],
		['is what was saved here later', 'page', 3, 'old'],
	] as const;
	for (const [what, writer, revision, body] of cases) {
		it(what, () => {
			const texts = new PageTexts<string>();
			const editing = [hostText('a', 'old', revision, writer), hostText('b', 'old', 1, 'page')];
			texts.receive({ key: 'one', version: '', editing, past: [] });
			const base = { revision: 1, writer: 'other' };
			texts.didSave({ id: 'a', body: 'new', revision: 2, writer: 'page', base }, '08:13');
			assert.deepEqual(
				texts.editing.map((one) => one.body),
				[body, 'old'],
			);
		});
	}

	it('lacks what the host sends or discards, unless it refuses that', () => {
		for (const answer of [{ ok: null }, { problem: 'It was sent.' }]) {
			const texts = new PageTexts<string>();
			texts.receive({ key: 'one', version: '', editing: [hostText('a', 'x', 1, 'page')], past: [] });
			texts.willEnd('a');
			assert.deepEqual([texts.editing, texts.isAnyEnding, texts.isEnding('a')], [[], true, true]);
			texts.didEnd('a', answer);
			assert.deepEqual([texts.editing.length, texts.isAnyEnding], ['ok' in answer ? 0 : 1, false]);
		}
	});
});
