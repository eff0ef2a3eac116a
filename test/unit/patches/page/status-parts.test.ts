import assert from 'node:assert/strict';
import { statusLook } from '../../../../src/patches/page/status-parts.ts';

describe('The status on the page of a series', () => {
	it('has an icon, also if the forge uses a status that is not known here', () => {
		assert.equal(statusLook('applied').icon, 'git-merge');
		for (const unknown of ['on_hold', 'constructor', '']) assert.equal(statusLook(unknown).icon, 'question');
	});
});
