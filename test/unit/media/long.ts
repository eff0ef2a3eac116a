import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { comment, sample, user, when } from '../../kit/pages/sample.ts';

const entryOf = (nth: number) =>
	nth % 4 === 3
		? ({
				kind: 'event',
				key: `long${nth}`,
				icon: 'tag',
				tone: null,
				pieces: [{ strong: '~carol' }, ` did thing ${nth}`],
				time: when('5 days ago'),
			} as const)
		: comment(`long${nth}`, user('~bob'), `<p>Comment ${nth}, with a line of text.</p>`, {
				isUnseen: nth > 30,
			});

/** A ticket whose timeline does not fit into the window, and whose second half is new. */
export const long: Snapshot = {
	...sample,
	timeline: [
		...Array.from({ length: 30 }, (_, nth) => entryOf(nth)),
		{ kind: 'since', key: 'since', text: 'New since your last visit, yesterday 18:03' },
		...Array.from({ length: 30 }, (_, nth) => entryOf(nth + 30)),
	],
	unseen: { text: '30 new', label: '30 new since your last visit' },
	position: { text: '3 of 29', hasPrevious: true, hasNext: true },
};
