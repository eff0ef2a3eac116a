import assert from 'node:assert/strict';
import { statusLook, statusMoves } from '../../../../src/patches/page/status-parts.ts';

describe('The status on the page of a series', () => {
	it('has an icon, also if the forge uses a status that is not known here', () => {
		assert.equal(statusLook('applied').icon, 'git-merge');
		for (const unknown of ['on_hold', 'constructor', '']) assert.equal(statusLook(unknown).icon, 'question');
	});

	it('is followed by the usual next ones, never by itself', () => {
		assert.deepEqual(
			statusMoves('proposed').map(({ label }) => label),
			['Approve', 'Needs Revision', 'Reject'],
		);
		for (const status of [
			'proposed',
			'needs_revision',
			'approved',
			'applied',
			'rejected',
			'superseded',
			'on_hold',
		])
			assert.ok(!statusMoves(status).some(({ value }) => value === status), status);
	});
});
