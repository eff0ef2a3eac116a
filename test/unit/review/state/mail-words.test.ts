import assert from 'node:assert/strict';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { fullReason } from '../../../../src/platform/state/outbox/text.ts';
import type { MailEntry } from '../../../../src/review/state/outbox-mail.ts';
import { aMailEntry } from '../a-mail-entry.ts';

const series = { account: 'ana', owner: '~ana', list: 'devel', mail: 7 };
const described = (state: MailEntry['state']) =>
	aMailEntry(state, { subject: 'Re: [PATCH editor v3 1/3] Wrap', series: idOfSeries(series) });

describe('The words for a mail', () => {
	it('name its subject and its list', () => {
		const { ref, shortRef, text, verb, describeProgress, row } = described({ kind: 'pending' });
		assert.deepEqual(
			[ref, shortRef, text, verb, describeProgress('g', '2 mails')],
			['~ana/devel', '“Re: Wrap”', 'Mail “Re: Wrap”', 'send a mail to', 'Sending 2 mails'],
		);
		const { change, name, title, spokenName, about, edit } = row();
		assert.deepEqual(
			[change, name, title, spokenName],
			['Mail', 'devel', 'Re: Wrap', 'Re: Wrap, to ~ana/devel'],
		);
		assert.deepEqual(about, { kind: 'change', key: series, mail: 1, entry: 'one' });
		assert.equal(edit, 'tildeforge.editMail');
	});

	it('say whether it was sent', () => {
		const reasonOf = (mayBeDone: boolean) =>
			fullReason(described({ kind: 'refused', reason: 'No.', mayBeDone }), 0);
		assert.equal(reasonOf(false), 'Mail “Re: Wrap”: not sent. No.');
		assert.equal(reasonOf(true), 'Mail “Re: Wrap”: No.');
	});
});
