import assert from 'node:assert/strict';
import { withoutStatus } from '../../../../../src/patches/page/parts/status-parts.ts';
import { mails } from '../../../../kit/pages/a-series.ts';
import { readingOf, sentMail } from '../../../../kit/pages/readings.ts';

describe('The status on the page of a series', () => {
	it('is missing for a reason that the page says, but not of a thread', () => {
		const [, first = assert.fail(), second = assert.fail()] = mails;
		assert.match(withoutStatus(readingOf([first, second])), /all patches have arrived|made no patchset/);
		assert.match(withoutStatus(readingOf([first])), /once all patches have arrived/);
		const pull = sentMail({ id: 1, subject: '[GIT PULL] Files', text: 'Please pull.\n' });
		assert.match(withoutStatus(readingOf([pull])), /pull requests/);
		assert.equal(withoutStatus(readingOf([sentMail({ id: 1, subject: 'A question' })])), '');
	});
});
