import assert from 'node:assert/strict';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { answerWith, choose, enter, made, problemsOf, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';
import { signedIn } from '../signed-in.ts';

const { askLabelDeletion, askLabelEdit, askNewLabel } = await import(
	'../../../../../src/tickets/commands/labels/edit-labels.ts'
);

const key = { account: 'ana', owner: '~ana', tracker: 'editor' };

describe('A dialog about a label', () => {
	const resources = stage();

	async function open() {
		const forge = await resources.forge();
		const tickets = await signedIn({ ...forge, extrasOf: forge.extras }, resources, 'ana');
		takeCalls();
		const labels = () => forge.tracker.labels.map(({ name, colors }) => `${name} ${colors.background}`);
		return { forge, tickets, labels };
	}
	const before = ['bug #ff0000', 'easy #ff0000', 'slow #ff0000'];
	const inputs = () => takeCalls().filter((call) => call.startsWith('input'));

	it('says in the box that a name is missing or in use', async () => {
		const { tickets } = await open();
		const problems: unknown[] = [];
		const validate = problemsOf(['', 'easy', 'bug'], problems);
		answerWith(validate);
		await askNewLabel(tickets, key);
		answerWith(choose('easy'), validate);
		await askLabelEdit(tickets, key);
		const isEmpty = 'Enter a name for the label.';
		const isUsed = (name: string) => `The tracker already has a label ${name}.`;
		assert.deepEqual(problems, [isEmpty, isUsed('easy'), isUsed('bug'), isEmpty, undefined, isUsed('bug')]);
	});

	it('asks again with what the user has chosen if the forge refuses it', async () => {
		const { forge, tickets, labels } = await open();
		answerWith(
			enter('docs'),
			(items, options) => {
				// Meanwhile, another user creates a label of this name.
				const colors = { background: '#ff0000', text: '#ffffff' };
				forge.trackers.createLabel(forge.tracker, { name: 'docs', colors });
				return choose('Enter Color')(items, options);
			},
			enter('#abcdef'),
			enter('guides'),
			(items) => (Array.isArray(items) ? items[0] : undefined),
		);
		await askNewLabel(tickets, key);
		assert.deepEqual(labels(), [...before, 'docs #ff0000', 'guides #abcdef']);
		assert.match(inputs()[2] ?? '', /^input: New Label: ~ana\/editor: .*already in use.*: docs$/);
	});

	it('does not ask again if the forge refuses it after the user has left', async () => {
		const { forge, tickets, labels } = await open();
		forge.line.held = /^POST/;
		answerWith(enter('docs'), (items, options) => {
			const colors = { background: '#ff0000', text: '#ffffff' };
			forge.trackers.createLabel(forge.tracker, { name: 'docs', colors });
			return choose('Green')(items, options);
		});
		const asking = askNewLabel(tickets, key);
		await until(() => forge.line.waiting.length > 0);
		made.boxes.at(-1)?.hide();
		forge.release();
		await assert.rejects(asking, /already in use/);
		assert.deepEqual([labels().length, inputs().length], [4, 1]);
	});

	it('sends nothing if the user changes nothing', async () => {
		const { forge, tickets, labels } = await open();
		answerWith(choose('easy'), enter('easy'), choose('#ff0000'));
		await askLabelEdit(tickets, key);
		assert.deepEqual(labels(), before);
		assert.ok(forge.asked.every((what) => what.startsWith('GET')));
	});

	it('deletes one only after the user has confirmed it', async () => {
		const { tickets, labels } = await open();
		answerWith(choose('easy'));
		await askLabelDeletion(tickets, key);
		assert.deepEqual(labels(), before);
		assert.equal(
			takeCalls().at(-1),
			'warning: Delete the label “easy” of ~ana/editor?: This removes the label from all tickets of the tracker, for everyone.: Delete Label',
		);
		answerWith(choose('easy'), enter('Delete Label'));
		await askLabelDeletion(tickets, key);
		assert.deepEqual(labels(), ['bug #ff0000', 'slow #ff0000']);
	});

	it('says that a tracker has no labels', async () => {
		const { forge, tickets } = await open();
		for (const label of [...forge.tracker.labels]) forge.trackers.deleteLabel(forge.tracker, label);
		await askLabelEdit(tickets, key);
		assert.deepEqual(takeCalls(), ['information: ~ana/editor has no labels.']);
	});
});
