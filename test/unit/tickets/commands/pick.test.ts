import assert from 'node:assert/strict';
import { key, stage } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, choose, enter, type FakeBox, made, takeCalls } from '../../../kit/window/editor.ts';
import { signedIn } from './signed-in.ts';

const { labelsOf, pickLabelNames, pickLabels, pickStatus } = await import(
	'../../../../src/tickets/commands/pick.ts'
);

describe('Choosing a status', () => {
	const base = { title: 'T', resolveOnly: false, current: undefined, currentResolution: undefined };
	const all = [
		'$(issues) Reported',
		'$(verified) Confirmed',
		'$(play-circle) In progress',
		'$(clock) Pending',
		'$(pass) Resolved',
	];
	const offers: readonly [
		what: string,
		given: { readonly current?: string; readonly resolveOnly?: boolean },
		items: readonly string[],
	][] = [
		['all of them for tickets that differ', {}, all],
		[
			'those that the ticket does not have',
			{ current: 'confirmed' },
			all.filter((one) => !/Confirmed/.test(one)),
		],
		[
			'another resolution of a resolved ticket',
			{ current: 'resolved' },
			[...all.slice(0, -1), '$(pass) Resolved (with another resolution)'],
		],
		[
			'only resolving, where a forge can do no more',
			{ current: 'reported', resolveOnly: true },
			all.slice(-1),
		],
	];
	for (const [what, given, items] of offers) {
		it(`offers ${what}`, async () => {
			assert.equal(await pickStatus({ ...base, ...given }), undefined);
			assert.deepEqual(takeCalls(), [`pick: T: Select a status: ${items.join(' | ')}`]);
		});
	}

	it('is enough unless it needs a resolution', async () => {
		answerWith(choose('Pending'));
		assert.deepEqual(await pickStatus(base), { change: { status: 'pending' }, wantsComment: false });
		assert.equal(takeCalls().length, 1);
	});

	it('also asks for the resolution, other than the one of the ticket', async () => {
		answerWith(choose('Resolved'), choose('By design'));
		const current = { current: 'resolved', currentResolution: 'fixed' };
		assert.deepEqual(await pickStatus({ ...base, ...current }), {
			change: { status: 'resolved', resolution: 'by_design' },
			wantsComment: false,
		});
		assert.doesNotMatch(takeCalls().join('\n'), /Bug was fixed/);
	});

	it('can have a comment with the resolution', async () => {
		answerWith(choose('Resolved'), choose('Add Comment'), choose('Fixed'));
		assert.deepEqual(await pickStatus(base), {
			change: { status: 'resolved', resolution: 'fixed' },
			wantsComment: true,
		});
		takeCalls();
	});
});

describe('Choosing labels', () => {
	const from = (labels: readonly string[], page?: string) => ({
		key: { ...key, ticket: 7 },
		labels: labels.map((name) => ({
			...{ name, created: '2026-01-01T00:00:00Z', tracker: null },
			colors: { background: '#ff0000', text: '#ffffff' },
		})),
		page,
	});

	const openBox = () => made.boxes.at(-1) ?? assert.fail('no box is open');
	const rowsOf = ({ items }: FakeBox) =>
		items.map(({ label, description }) => (description === undefined ? label : `${label} (${description})`));
	const tickedIn = ({ selectedItems }: FakeBox) => selectedItems.map(({ label }) => label);

	it('of several tickets can add to all and remove from all, and begins with what all have ticked', async () => {
		const chosen = [{ labels: ['bug', 'slow'] }, { labels: ['slow'] }];
		const change = pickLabels('T', from(['bug', 'easy', 'slow']), chosen);
		const box = openBox();
		assert.equal(box.placeholder, 'Select labels for 2 tickets');
		assert.deepEqual(rowsOf(box), [
			'slow',
			'bug (1 of 2 · add to all)',
			'easy',
			'Remove from All',
			'bug (1 of 2 · remove from all)',
		]);
		assert.deepEqual(tickedIn(box), ['slow']);
		box.tick(1, 4);
		box.accept();
		assert.deepEqual(await change, { addLabels: ['bug'], removeLabels: ['slow'] });
	});

	it('of a new ticket are asked for as such', async () => {
		const { ticket: _, ...tracker } = from([]).key;
		const picked = pickLabelNames('T', { ...from(['bug']), key: tracker }, []);
		const box = openBox();
		assert.equal(box.placeholder, 'Select labels for the new ticket');
		box.tick(0);
		box.accept();
		assert.deepEqual(await picked, ['bug']);
	});

	const page = 'https://todo.forge.test/~ana/editor';
	const cases: readonly [what: string, page: string | undefined, answer: string, calls: readonly string[]][] =
		[
			['leads to the page that creates them', page, 'Open Tracker in Browser', [`browser: ${page}`]],
			['leads nowhere unless the user wants it', page, '', []],
		];
	for (const [what, address, answer, calls] of cases) {
		it(`of a tracker without labels ${what}`, async () => {
			answerWith(enter(answer));
			assert.equal(await pickLabels('T', from([], address), [{ labels: [] }]), undefined);
			await Promise.resolve();
			assert.deepEqual(takeCalls(), [
				'information: This tracker has no labels.: Open Tracker in Browser',
				...calls,
			]);
		});
	}
});

describe('The labels to choose from', () => {
	const resources = stage();
	const ticket = { ...key, account: 'ana', ticket: 1 };

	it('are those of the tracker, with the address of its page', async () => {
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		const { labels, page } = await labelsOf(tickets, ticket);
		assert.deepEqual(
			[labels.map(({ name }) => name).sort(), page],
			[['bug', 'easy', 'slow'], 'https://todo.forge.test/~ana/editor'],
		);
	});

	it('are unknown once the account is signed out', async () => {
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		await assert.rejects(labelsOf(tickets, { ...ticket, account: 'bob' }), { kind: 'signed-out' });
	});
});
