import assert from 'node:assert/strict';
import '../../editor.ts';

const { pathOf } = await import('../../../../src/patches/commands/original-mails.ts');

describe('The tab of an original mail', () => {
	it('is named by the subject', () => {
		assert.equal(pathOf(' [PATCH 1/2] a/b:\tfix "c" '), '/[PATCH 1 2] a b fix  c.eml');
		assert.equal(pathOf(' '), '/mail.eml');
	});

	it('shows characters that hide or reorder the name', () => {
		assert.equal(pathOf('Fix \u202elme.exe\u200b'), '/Fix ‹U+202E›lme.exe‹U+200B›.eml');
	});

	it('has a short name, with whole characters', () => {
		assert.equal(pathOf('😀'.repeat(90)), `/${'😀'.repeat(80)}….eml`);
	});
});
