import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { stage, type TrackerForge } from '../../../../kit/forge/tracker-forge.ts';
import { answerWith, choose, enter, made, takeCalls } from '../../../../kit/window/editor.ts';
import { shownRows } from '../../../../kit/window/item-box.ts';
import { until } from '../../../../tools/until.ts';
import { signedIn } from '../signed-in.ts';

const { createTracker, deleteTracker, editTracker } = await import(
	'../../../../../src/tickets/commands/trackers/tracker-forms.ts'
);

const resources = stage();
const editor = { account: 'ana', owner: '~ana', tracker: 'editor' };

async function open(...names: readonly ('ana' | 'bob')[]) {
	return openOn(await resources.forge(), ...names);
}

async function openOn(forge: TrackerForge, ...names: readonly ('ana' | 'bob')[]) {
	const tickets = await signedIn(forge, resources, ...names);
	const ana = () => tickets.of('ana') ?? assert.fail();
	const own = async () =>
		(await listAll(ana().client.trackers({ owner: '~ana' }))).map(({ name }) => name).sort();
	return { forge, tickets, ana, own };
}

const nameOf = (text: string) => `input: New Tracker: ${text}`;
const describing = nameOf('Description (Markdown, optional)');

describe('Creating a tracker', () => {
	it('asks for its name and description', async () => {
		const { tickets, own, ana } = await open('ana');
		answerWith(enter(' tools '), enter('For *all*.'));
		const { shown, showRow } = shownRows();
		await createTracker(tickets, showRow);
		assert.deepEqual(shown, ['ana/~ana/tools']);
		assert.deepEqual(await own(), ['editor', 'tools']);
		assert.equal((await ana().client.tracker({ owner: '~ana', tracker: 'tools' })).description, 'For *all*.');
		assert.equal(ana().trackers.own.value?.[0]?.name, 'tools');
		assert.deepEqual(takeCalls(), [nameOf('Name of the new tracker of ~ana'), describing]);
	});

	it('shows that it is being created, and does not ask again if the forge refuses it after the user has left', async () => {
		const { tickets, ana } = await open('ana');
		const created = Promise.withResolvers<never>();
		Object.assign(ana().client, { createTracker: () => created.promise });
		answerWith(enter('tools'), enter('Text.'));
		const creating = createTracker(tickets, shownRows().showRow);
		await until(() => made.boxes.at(-1)?.placeholder === 'Creating ~ana/tools…');
		made.boxes.at(-1)?.hide();
		const refusal = new ForgeError('refused', 'There are too many trackers.');
		created.reject(refusal);
		await assert.rejects(creating, refusal);
		assert.equal(takeCalls().length, 2);
	});

	const question =
		'pick: New Tracker: Who can see the tracker?: $(lock) Private | $(link) Unlisted | $(globe) Public';

	it('asks who can see it if the forge refuses a tracker without a visibility', async () => {
		const { tickets, own, ana } = await openOn(
			await resources.forge('visibility-required', 'tracker-visibility'),
			'ana',
		);
		answerWith(enter('tools'), enter('Text.'), choose('Private'));
		await createTracker(tickets, shownRows().showRow);
		assert.deepEqual(takeCalls().slice(1), [describing, question]);
		assert.deepEqual(await own(), ['editor', 'tools']);
		assert.equal((await ana().client.tracker({ owner: '~ana', tracker: 'tools' })).visibility, 'PRIVATE');
		answerWith(enter('more'), enter(''));
		await createTracker(tickets, shownRows().showRow);
		assert.deepEqual(await own(), ['editor', 'tools']);
	});

	it('sends one request if the forge is known to have visibilities', async () => {
		const { tickets, ana } = await openOn(
			await resources.forge('visibility-required', 'tracker-visibility'),
			'ana',
		);
		await ana().trackers.own.refresh();
		let requests = 0;
		const { createTracker: create } = ana().client;
		Object.assign(ana().client, {
			createTracker: (...args: Parameters<typeof create>) => {
				requests += 1;
				return create(...args);
			},
		});
		answerWith(enter('tools'), enter(''), choose('Public'));
		await createTracker(tickets, shownRows().showRow);
		assert.equal(requests, 1);
	});
});

describe('Deleting a tracker', () => {
	it('is done once its name was typed', async () => {
		const { tickets, own, ana } = await open('ana');
		const question =
			'input: Delete ~ana/editor: This permanently deletes the tracker and all of its tickets on the forge, for everyone. Type editor to confirm.';
		await ana().trackers.own.refresh();
		await deleteTracker(tickets, editor);
		assert.deepEqual([await own(), takeCalls()], [['editor'], [question]]);
		answerWith(enter('editor'));
		await deleteTracker(tickets, editor);
		assert.deepEqual([await own(), ana().trackers.own.value], [[], []]);
		assert.deepEqual(takeCalls(), [question, 'status bar: ~ana/editor was deleted']);
	});

	it('does nothing once its account is signed out', async () => {
		const { tickets } = await open('ana');
		await deleteTracker(tickets, { ...editor, account: 'bob' });
		await editTracker(tickets, { ...editor, account: 'bob' });
		assert.deepEqual(takeCalls(), []);
	});
});
