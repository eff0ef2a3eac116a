import assert from 'node:assert/strict';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import type { MailEntry } from '../../../../src/review/state/outbox-mail.ts';
import { ReviewStatuses } from '../../../../src/review/state/review-statuses.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const list = { account: 'ana', owner: '~ana', list: 'devel' };
const series = { ...list, patchset: 12 };
const change = { status: 'approved' } as const;

/** A mail of a review in the outbox. */
const mailEntry = (id: string, group = 'review'): MailEntry => ({
	...{ id, due: 0, origin: 'here', state: { kind: 'pending' } },
	key: { ...list, messageId: `<${id}@x>` },
	steps: [
		{
			...{ group, at: 0 },
			change: {
				...{ subject: id, series: idOfSeries(series), answered: 1, comments: [] },
				outgoing: { from: 'ana@example.org', to: [], raw: '' },
				status: { patchset: 12, change },
			},
		},
	],
});

describe('The status of a review', () => {
	function open() {
		const [one, other, another] = [
			mailEntry('one'),
			mailEntry('other'),
			mailEntry('another', 'other review'),
		];
		const queue = { entries: [one, other, another] as readonly MailEntry[] };
		const set: unknown[] = [];
		const statuses = new ReviewStatuses({
			entries: () => queue.entries,
			setStatus: async (...status) => set.push(status),
			log: readable().log,
		});
		const remove = (entry: MailEntry) => {
			queue.entries = queue.entries.filter((one) => one !== entry);
		};
		/** What follows when a mail was sent, and before and after it leaves the outbox. */
		const send = async (entry: MailEntry, meanwhile = () => {}) => {
			const isLast = statuses.isLast(entry.key);
			meanwhile();
			if (isLast) await statuses.setStatusOf(entry.key, entry.steps[0]?.change ?? assert.fail());
			remove(entry);
			await statuses.didLeave(entry);
		};
		const takeBack = (entry: MailEntry) => {
			remove(entry);
			statuses.didTakeBack([entry]);
		};
		return { one, other, set, statuses, send, takeBack, returned: () => statuses.returned(series, []) };
	}

	it('is set once with the last mail', async () => {
		const { one, other, set, send, returned } = open();
		await send(one);
		assert.deepEqual(set, []);
		await send(other);
		assert.deepEqual([set, returned()], [[[series, change]], undefined]);
	});

	it('is set with the last mail after others were taken back', async () => {
		const { one, other, set, send, takeBack, returned } = open();
		takeBack(one);
		await send(other);
		assert.deepEqual([set, returned()], [[[series, change]], undefined]);
	});

	it('is set if the last other one is taken back while a mail is sent', async () => {
		const { one, other, set, send, takeBack, returned } = open();
		await send(one, () => takeBack(other));
		assert.deepEqual([set, returned()], [[[series, change]], undefined]);
	});

	it('is chosen again if the last one is taken back, until the series is answered again', async () => {
		const { one, other, set, statuses, send, takeBack, returned } = open();
		await send(one);
		takeBack(other);
		assert.deepEqual([set, returned()], [[], 'approved']);
		statuses.didAnswer(series);
		assert.equal(returned(), undefined);
	});
});
