import assert from 'node:assert/strict';
import { noteActs } from '../../../../../src/patches/page/protocol/note-acts.ts';
import { patchsetRequests } from '../../../../../src/patches/page/protocol/protocol.ts';

describe('The button of a note', () => {
	it('asks for one of the known acts', () => {
		const { body } = patchsetRequests.act;
		for (const act of noteActs) assert.ok(body({ act }), act);
		for (const act of ['', 'retry', 'delete', 1]) assert.equal(body({ act }), false);
	});
});
