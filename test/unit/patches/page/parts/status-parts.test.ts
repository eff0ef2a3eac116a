import assert from 'node:assert/strict';
import { statusLook, statusMoves } from '../../../../../src/patches/page/parts/status-parts.ts';
import { tabIconAddress } from '../../../../../src/platform/page/tab-icon.ts';

describe('The status on the page of a series', () => {
	it('has an icon, also if the forge uses a status that is not known here', () => {
		assert.equal(statusLook('applied').icon, 'git-merge');
		for (const unknown of ['on_hold', 'constructor', '']) assert.equal(statusLook(unknown).icon, 'question');
	});

	it('has a shape of its own in the tab, which no ticket has', () => {
		const icons = [...statusMoves.map(({ icon }) => icon), statusLook('superseded').icon];
		const shapes = [...icons, 'issues' as const].map((icon) =>
			tabIconAddress({ icon, tone: 'info', hasDraft: false }, 'dark'),
		);
		assert.equal(new Set(shapes).size, shapes.length);
	});
});
