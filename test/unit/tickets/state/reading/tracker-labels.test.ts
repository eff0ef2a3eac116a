import assert from 'node:assert/strict';
import { TrackerLabels } from '../../../../../src/tickets/state/reading/tracker-labels.ts';
import { key, readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { ticket } from '../../../../kit/pages/ticket-view.ts';
import { until } from '../../../../tools/until.ts';

describe('The labels of a tracker', () => {
	const { forge: start, storage, ending } = stage();
	const withLabel = (name: string) => ({ ...ticket, labels: [name] });

	async function open({
		isGraphql = false,
		didChange = assert.fail,
	}: {
		readonly isGraphql?: boolean;
		readonly didChange?: ConstructorParameters<typeof TrackerLabels>[0]['didChange'];
	} = {}) {
		const forge = await start();
		const { log } = readable();
		const client = isGraphql ? forge.inGraphql('ana') : forge.client('ana');
		const labels = new TrackerLabels({
			...{ key, client, cache: await storage(), log },
			...{ tickets: () => [], didChange },
		});
		ending(() => labels.dispose());
		await labels.list.refresh();
		const readCount = () => forge.asked.filter((what) => what.startsWith('GET /labels')).length;
		/** Reads a page with these labels. */
		const notice = async (...names: readonly string[]) => {
			async function* pages() {
				yield { rows: names.map(withLabel), total: undefined, isLast: true };
			}
			const found: string[] = [];
			for await (const { rows } of labels.notice(pages())) found.push(...rows.flatMap((one) => one.labels));
			assert.deepEqual(found, names);
		};
		return { forge, labels, readCount, notice };
	}

	it('are read again after tickets of which one has an unknown label', async () => {
		const { labels, readCount, notice } = await open();
		await notice('bug', 'easy');
		await labels.didReadTickets({ withLabels: false });
		assert.equal(readCount(), 1);
		await notice('bug', 'new');
		await labels.didReadTickets({ withLabels: false });
		assert.equal(readCount(), 2);
		await labels.didReadTickets({ withLabels: false });
		assert.equal(readCount(), 2);
	});

	it('are read again after a change whose ticket has an unknown one', async () => {
		const { labels, readCount } = await open();
		labels.didArriveWith(withLabel('bug'));
		assert.equal(labels.list.isReading, false);
		labels.didArriveWith(withLabel('new'));
		await until(() => readCount() === 2);
	});

	it('are read again when the forge answers after it could not be reached, and not otherwise', async () => {
		const { forge, labels } = await open();
		labels.didReach();
		assert.equal(labels.list.isReading, false);
		forge.line.cut = true;
		await labels.list.refresh();
		assert.equal(labels.list.lastError?.kind, 'offline');
		forge.line.cut = false;
		labels.didReach();
		await until(() => labels.list.lastError === undefined);
	});
});
