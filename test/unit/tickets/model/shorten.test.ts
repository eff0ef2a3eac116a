import assert from 'node:assert/strict';
import { shorten } from '../../../../src/tickets/model/shorten.ts';

describe('A shortened text', () => {
	for (const [what, text, shortened] of [
		['is the text if it is short enough', 'undo', 'undo'],
		['ends with an ellipsis', 'undos', 'undo…'],
		['has no space before the ellipsis', 'und os', 'und…'],
		['has whole characters', 'und🙈s', 'und🙈…'],
		['has as many characters as a text of the basic plane', '🙈🙈🙈🙈', '🙈🙈🙈🙈'],
		['is not longer if its characters need two code units', '🙈🙈🙈🙈🙈', '🙈🙈🙈🙈…'],
	] as const) {
		it(what, () => assert.equal(shorten(text, 4), shortened));
	}
});
