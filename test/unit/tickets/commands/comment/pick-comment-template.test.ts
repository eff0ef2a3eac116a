import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerWith, choose, setSetting, takeCalls } from '../../../../kit/window/editor.ts';
import { root } from '../../../../tools/places.ts';

const { pickCommentTemplate, pickTemplateOrWrite } = await import(
	'../../../../../src/tickets/commands/comment/pick-comment-template.ts'
);

const templates = { 'Needs $(info)': 'Which version?\n\nPlease add the log.', Thanks: 'Thank you!' };

describe('Choosing a comment template', () => {
	beforeEach(() => {
		setSetting('tildeforge.commentTemplates', templates);
		takeCalls();
	});

	it('offers none of a folder, whose owner could then put words into the mouth of the user', () => {
		const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		const { scope } = manifest.contributes.configuration.properties['tildeforge.commentTemplates'];
		assert.equal(scope, 'application');
	});

	it('can open the settings instead, also while there are none', async () => {
		answerWith(choose('Edit Comment Templates'), choose('Add Comment Templates'));
		assert.equal(await pickCommentTemplate('T'), null);
		setSetting('tildeforge.commentTemplates', {});
		assert.equal(await pickCommentTemplate('T'), null);
		const calls = takeCalls();
		assert.match(calls[2] ?? '', /No comment templates yet/);
		for (const call of [calls[1], calls[3]])
			assert.match(call ?? '', /workbench\.action\.openSettings.*@id:tildeforge\.commentTemplates/);
	});

	it('to send also offers to write a comment', async () => {
		answerWith(choose('Thanks'), choose('Write Comment'));
		assert.deepEqual(await pickTemplateOrWrite('T'), { kind: 'template', text: 'Thank you!' });
		assert.deepEqual(await pickTemplateOrWrite('T'), { kind: 'write' });
		assert.equal(await pickTemplateOrWrite('T'), undefined);
	});

	it('to send asks nothing while there are none', async () => {
		setSetting('tildeforge.commentTemplates', undefined);
		assert.deepEqual(await pickTemplateOrWrite('T'), { kind: 'write' });
		assert.deepEqual(takeCalls(), []);
	});
});
