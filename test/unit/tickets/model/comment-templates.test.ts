import assert from 'node:assert/strict';
import { readCommentTemplates } from '../../../../src/tickets/model/comment-templates.ts';

describe('The comment templates of the settings', () => {
	it('have a name and a text each, without spaces around it', () =>
		assert.deepEqual(
			readCommentTemplates({ 'Needs info': 'Which version?\n\nThanks.\n', Thanks: ' Thank you! ' }),
			[
				{ name: 'Needs info', text: 'Which version?\n\nThanks.' },
				{ name: 'Thanks', text: 'Thank you!' },
			],
		));

	const unusable: readonly unknown[] = [undefined, null, 'Thanks', 3, ['Thanks'], {}];
	for (const setting of unusable) {
		it(`are none in ${JSON.stringify(setting)}`, () => assert.deepEqual(readCommentTemplates(setting), []));
	}

	it('lack those without a name or a text', () =>
		assert.deepEqual(
			readCommentTemplates({
				' ': 'Text',
				Empty: ' ',
				Number: 3,
				Nothing: null,
				List: ['Text'],
				Kept: 'Text',
			}),
			[{ name: 'Kept', text: 'Text' }],
		));
});
