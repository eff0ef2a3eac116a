import assert from 'node:assert/strict';
import {
	statusLook,
	statusMoves,
	withoutStatus,
} from '../../../../../src/patches/page/parts/status-parts.ts';
import { tabIconAddress } from '../../../../../src/platform/page/tab-icon.ts';
import { mails } from '../../../../kit/pages/a-series.ts';
import { readingOf, sentMail } from '../../../../kit/pages/readings.ts';

describe('The status on the page of a series', () => {
	it('has an icon, also if the forge uses a status that is not known here', () => {
		assert.equal(statusLook('applied').icon, 'git-merge');
		for (const unknown of ['on_hold', 'constructor', '']) assert.equal(statusLook(unknown).icon, 'question');
	});

	it('is missing for a reason that the page says, but not of a thread', () => {
		const [, first = assert.fail(), second = assert.fail()] = mails;
		assert.match(withoutStatus(readingOf([first, second])), /all patches have arrived|made no patchset/);
		assert.match(withoutStatus(readingOf([first])), /once all patches have arrived/);
		const pull = sentMail({ id: 1, subject: '[GIT PULL] Files', text: 'Please pull.\n' });
		assert.match(withoutStatus(readingOf([pull])), /pull requests/);
		assert.equal(withoutStatus(readingOf([sentMail({ id: 1, subject: 'A question' })])), '');
	});

	it('has a shape of its own in the tab, which no ticket has', () => {
		const icons = [...statusMoves.map(({ icon }) => icon), statusLook('superseded').icon];
		const shapes = [...icons, 'issues' as const].map((icon) =>
			tabIconAddress({ icon, tone: 'info', hasDraft: false }, 'dark'),
		);
		assert.equal(new Set(shapes).size, shapes.length);
	});
});
