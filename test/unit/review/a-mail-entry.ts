import { describeEntry } from '../../../src/platform/state/outbox/described-entry.ts';
import { mailKind } from '../../../src/review/state/mail-words.ts';
import type { MailEntry } from '../../../src/review/state/outbox-mail.ts';

/** A mail in the outbox, with its words. `series` is the id of its series. */
export const aMailEntry = (
	state: MailEntry['state'],
	{ subject = 'Re: a', series = '[]', raw = '', at = 0, answered = 1 } = {},
) =>
	describeEntry(mailKind, {
		...{ id: 'one', due: 0, origin: 'here', state },
		key: { account: 'ana', owner: '~ana', list: 'devel', messageId: '<1@x>' },
		steps: [
			{
				...{ group: 'g', at },
				change: {
					...{ subject, series, answered, comments: [] },
					outgoing: { from: 'ana@example.org', to: [], raw },
				},
			},
		],
	});
